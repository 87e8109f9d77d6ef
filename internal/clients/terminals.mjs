// Uses the shell of a tmux session with the TypeScript SDK's client and prints a line for each check; terminals.go makes the
// session and starts this:
//
//	node terminals.mjs MYSTIC SOCKET
import { execFileSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport, getDefaultEnvironment } from "@modelcontextprotocol/sdk/client/stdio.js";
import { caller, checks } from "./checks.mjs";

const [command, socket] = process.argv.slice(2);
const client = new Client({ name: "mystic-clients", version: "1" });
await client.connect(
  new StdioClientTransport({
    command,
    args: ["channel", "serve"],
    env: { ...getDefaultEnvironment(), TMUX_SOCKET_PATH: socket, TMUX_ALLOWED_SESSIONS: "demo" },
    stderr: "inherit",
  }),
);
const check = checks("stdio");
const call = caller(client);
const tmux = (...args) => execFileSync("tmux", ["-S", socket, ...args], { encoding: "utf8" });

const { tools } = await client.listTools();
const names = tools.map((tool) => tool.name).sort().join(" ");
check("lists the six tools", names === "get_channel health list_channels read_channel send_control write_text", names);

const health = await call("health");
check("is told that tmux answers", health.data.health.available === true, health.text);

const list = await call("list_channels");
check("finds the one shell that is allowed", list.data.channels.length === 1, list.text);
const channel_id = list.data.channels[0].channel_id;

// runs waits until a program is the foreground program.
async function runs(program) {
  for (;;) {
    const { data, isError } = await call("get_channel", { channel_id });
    if (isError || data.channel.current_command === program) return !isError;
    await pause(20);
  }
}

async function types(text) {
  const sent = await call("write_text", { channel_id, text, submit: true });
  check("types " + text, sent.data.submitted === true, sent.text);
}

// marks has the shell print a marker, and reads after a revision until it is there. The shell puts the marker together, so
// that an echo is not taken for it.
async function marks(revision, n) {
  await types(`echo marker-$((1000+${n}))`);
  const marker = `marker-${1000 + n}`;
  let seen = "";
  while (!seen.includes(marker)) {
    const answer = await call("read_channel", { channel_id, after: revision, wait_ms: 10_000, quiet_ms: 250 });
    seen += "\n" + (answer.isError ? answer.text : answer.data.read.text);
    if (answer.isError) break;
    revision = answer.data.read.revision;
  }
  check("waits for " + marker, seen.includes(marker), seen);
}

await runs("bash");
const first = await call("read_channel", { channel_id, lines: 5, bytes: 1024 });
check("reads what it shows", first.data.read?.text === "ready", first.text);
await marks(first.data.read.revision, 1);

await types("sleep 30");
await runs("sleep");
const pressed = await call("send_control", { channel_id, control: "INTERRUPT" });
check("interrupts a program", await runs("bash"), pressed.text);
const again = await call("read_channel", { channel_id });
await marks(again.data.read.revision, 2);

tmux("kill-session", "-t", "=demo");
const gone = await call("get_channel", { channel_id });
check("is told that the shell is gone", gone.isError && gone.data.error.code === "CHANNEL_NOT_FOUND", gone.text);
const sessions = tmux("list-sessions", "-F", "#{session_name}");
check("brings nothing back", sessions === "other\n", sessions);

await client.close();
process.exit(check.failed > 0 ? 1 : 0);
