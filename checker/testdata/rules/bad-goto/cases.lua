--- a label that is not there
if not dig(1) then goto done end -- want "error: "
drop(1)
--- a label twice
::top:: dig(1)
::top:: drop(1) -- want "error: "
