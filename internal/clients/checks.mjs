// What the scripts share: a check prints a line, and the number of those that failed is kept.

// checks makes the check of one client over one transport.
export function checks(over) {
  const check = (what, ok, got) => {
    if (!ok) check.failed++;
    console.log(`${ok ? "ok  " : "FAIL"}  typescript ${over.padEnd(5)}  ${what}`);
    if (!ok) console.log("      got: " + got.replaceAll("\n", "\n           "));
  };
  check.failed = 0;
  return check;
}

// caller makes a function that calls tools and returns their text.
export function caller(client) {
  return async (name, args = {}) => {
    const result = await client.callTool({ name, arguments: args });
    return { isError: result.isError === true, text: result.content.map((block) => block.text ?? "").join(""), data: result.structuredContent };
  };
}
