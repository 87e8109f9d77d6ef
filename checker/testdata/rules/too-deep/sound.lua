--- 40 deep
print(((((((((((((((((((((((((((((((((((((((((1)))))))))))))))))))))))))))))))))))))))))
do do do do do do do do do do do do do do do do do do do do do do do do do do do do do do do do do do do do do do do do end end end end end end end end end end end end end end end end end end end end end end end end end end end end end end end end end end end end end end end end
