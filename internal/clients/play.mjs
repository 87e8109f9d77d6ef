// Plays the miners with the TypeScript SDK's client and prints a line for each check; main.go starts it:
//
//	node play.mjs http URL TOKEN
//	node play.mjs stdio COMMAND ARG…
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { caller, checks } from "./checks.mjs";

const [over, target, ...rest] = process.argv.slice(2);
const transport =
  over === "http"
    ? new StreamableHTTPClientTransport(new URL(target), { requestInit: { headers: { Authorization: `Bearer ${rest[0]}` } } })
    : new StdioClientTransport({ command: target, args: rest, stderr: "ignore" });

const client = new Client({ name: "mystic-clients", version: "1" });
await client.connect(transport);

const check = checks(over);
const call = caller(client);

const { tools } = await client.listTools();
const names = tools.map((tool) => tool.name).join(" ");
check("lists the five tools", names === "card run status ask journal", names);

const card = await call("card");
check("reads the card", !card.isError && card.text.includes("dig("), card.text);

const slip = await call("run", { script: "while me.gold < 10 do digg(2) end" });
check("is told of a slip", slip.isError && slip.text.includes("unknown-word") && slip.text.includes("^"), slip.text);

const run = await call("run", { script: "while me.gold < 10 do dig(2) end", wait: 0 });
check("sends the right script", !run.isError && run.text.includes("run 1"), run.text);

let status = run;
for (let i = 0; i < 20 && !status.isError && !status.text.includes("run 1 done"); i++) {
  status = await call("status", { wait: 20 });
}
check("hears of its end", !status.isError && status.text.includes("run 1 done"), status.text);

const look = await call("run", { script: "return me.gold", mode: "look" });
check("has ten gold", !look.isError && look.text.includes("> 10"), look.text);

await client.close();
process.exit(check.failed > 0 ? 1 : 0);
