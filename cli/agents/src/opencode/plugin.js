// Managed by OpenPets: `openpets configure --agent opencode` writes this file, and `--remove` takes it away again.
//
// Shows what OpenCode is doing on the desktop pet. It tells the running OpenPets app, over a socket of this user's alone, the
// kind of each step, with the names of the session, the tool and the folder: no prompt, no file, no output. Whatever fails is
// swallowed, and OpenCode never waits.

import { lstat, open } from "node:fs/promises";
import { createConnection } from "node:net";
import { homedir } from "node:os";
import { basename, join } from "node:path";

// The pet to reach; the one of the MCP server, or the default pet, without one.
const PET = null;

// What the pet may say, by language.
const LINES = {};

// Milliseconds in which the same is not said or shown again in one session.
const COOL_DOWN = { reaction: 10_000, speech: 20_000, permission: 3_000 };

const MAX_MESSAGE_BYTES = 16 * 1024;
const MAX_WAITING = 16;
const PATIENCE = 1_000;

// Shared by all copies of this plugin in one process: that of the user and that of the project would show all twice.
const shared = (globalThis[Symbol.for("openpets.opencode")] ??= {
  sessions: new Map(),
  said: { speech: 0, permission: 0 },
  waiting: 0,
  queue: Promise.resolve(),
  pet: null,
  nonce: `opencode-${process.pid}-${Math.random().toString(36).slice(2)}`,
  number: 0,
});
// A project's comes after the user's.
if (PET !== null) shared.pet = PET;

// ---- What happened

const EDITORS = new Set(["edit", "write", "multiedit", "patch", "apply_patch"]);
const SHELLS = new Set(["bash", "shell"]);
const TESTS = new RegExp(
  [
    String.raw`\b(npm|pnpm|yarn|bun)\s+(run\s+)?(test|t)\b`,
    String.raw`\b(cargo|go|dotnet|deno|swift|mix|mvn|flutter|zig|rake|bazel|gradlew?)\s+(\S+\s+)*(test|nextest|check)\b`,
    String.raw`\bmake\s+(\S+\s+)*(test|check)\b`,
    String.raw`\b(pytest|py\.test|tox|nox|jest|vitest|mocha|ava|rspec|phpunit|ctest|playwright\s+test|cypress\s+run)\b`,
    String.raw`\bpython3?\s+-m\s+(pytest|unittest)\b`,
  ].join("|"),
);

/** The reaction to a tool; nothing for our own, which would only be echoed. */
function ofTool(tool, input) {
  if (typeof tool !== "string" || tool.startsWith("openpets_")) return null;
  if (EDITORS.has(tool)) return "editing";
  if (!SHELLS.has(tool)) return "working";
  const command = typeof input?.command === "string" ? input.command.slice(0, 2_000) : "";
  return TESTS.test(command) ? "testing" : "running";
}

/** Of an event of either version of OpenCode: the reaction, and the pool that a line comes from. */
function ofEvent(type, data, session) {
  switch (type) {
    case "permission.asked":
    case "permission.v2.asked":
    case "permission.updated":
      return ["waiting", "permission"];
    case "question.asked":
    case "question.v2.asked":
      return ["waiting", "question"];
    case "permission.replied":
    case "permission.v2.replied":
    case "question.replied":
    case "question.v2.replied":
      return ["working"];
    case "session.input.admitted":
      session.ended = false;
      return ["thinking"];
    case "session.error":
      // What the user stopped has not failed. Either way, the end of it is no success.
      session.ended = true;
      return data?.error?.name === "MessageAbortedError" ? ["idle"] : ["error", "error"];
    case "session.execution.failed":
      session.ended = true;
      return ["error", "error"];
    case "session.execution.interrupted":
      session.ended = true;
      return ["idle"];
    case "session.status":
      return data?.status?.type === "idle" ? end(session) : null;
    case "session.idle":
    case "session.execution.succeeded":
      return end(session);
    default:
      return null;
  }
}

function end(session) {
  if (session.ended) return null;
  session.ended = true;
  return ["success", "success"];
}

// Not said of an agent when they happen to a subagent.
const OF_THE_AGENT = new Set(["thinking", "success", "error", "idle"]);

const sessionOf = (data) => data?.sessionID ?? data?.info?.id;

/** What is known of a session. The one that was silent for longest is forgotten. */
function remember(id) {
  const known = shared.sessions.get(id) ?? { reaction: null, at: 0, ended: false, isChild: false };
  shared.sessions.delete(id);
  shared.sessions.set(id, known);
  if (shared.sessions.size > 64) shared.sessions.delete(shared.sessions.keys().next().value);
  return known;
}

function onEvent(type, data, directory) {
  const id = sessionOf(data);
  if (typeof type !== "string" || typeof id !== "string") return;
  const session = remember(id);
  if (type === "session.created") {
    // The session of a subagent: that it is done does not mean that the agent is.
    session.isChild = typeof (data.info?.parentID ?? data.parentID) === "string";
    return;
  }
  if (type === "session.deleted") {
    shared.sessions.delete(id);
    send((source) => ["session.end", { source }], sourceOf(id, type, null, directory));
    return;
  }
  const [reaction, pool] = ofEvent(type, data, session) ?? [];
  if (reaction === undefined || (session.isChild && OF_THE_AGENT.has(reaction))) return;
  show(reaction, pool, session, sourceOf(id, type, null, directory));
}

function onTool(id, tool, input, directory) {
  const reaction = ofTool(tool, input);
  if (reaction === null || typeof id !== "string") return;
  const session = remember(id);
  session.ended = false;
  show(reaction, undefined, session, sourceOf(id, "tool.execute.before", tool, directory));
}

function onMessage(id, directory) {
  if (typeof id !== "string") return;
  const session = remember(id);
  session.ended = false;
  if (!session.isChild) show("thinking", undefined, session, sourceOf(id, "chat.message", null, directory));
}

// ---- What is shown

/** Shows a reaction and says a line, as far as the cool-downs let them. */
function show(reaction, pool, session, source) {
  const now = Date.now();
  const repeated = session.reaction === reaction && now - session.at < COOL_DOWN.reaction;
  const kind = pool === "permission" || pool === "question" ? "permission" : "speech";
  const quiet = pool === undefined || now - shared.said[kind] < COOL_DOWN[kind];
  const message = quiet ? undefined : line(pool);
  if (repeated && message === undefined) return;
  session.reaction = reaction;
  session.at = now;
  if (message === undefined) {
    send((source, leaseId) => ["pet.react", { reaction, leaseId, source }], source);
  } else {
    shared.said[kind] = now;
    const wanted = repeated ? undefined : reaction;
    send((source, leaseId) => ["pet.say", { message, reaction: wanted, leaseId, source }], source);
  }
}

function line(pool) {
  const lines = (LINES[language()] ?? LINES.en)?.[pool] ?? [];
  return lines[Math.floor(Math.random() * lines.length)];
}

function language() {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  const [main, ...parts] = (LC_ALL || LC_MESSAGES || LANG || "en").toLowerCase().split(/[-_.@]/);
  if (main !== "zh") return main;
  return parts.some((part) => ["tw", "hk", "mo", "hant"].includes(part)) ? "zh-Hant" : "zh-Hans";
}

/** Who asks, and why: shown to the user by `openpets sessions`. */
function sourceOf(session, event, tool, directory) {
  const label = (text) => (typeof text === "string" && text !== "" ? [...text].slice(0, 64).join("") : undefined);
  const folder = typeof directory === "string" ? label(basename(directory)) : undefined;
  return { agent: "opencode", session: label(session), event: label(event), tool: label(tool), folder };
}

// ---- The local protocol of OpenPets, version 1

/** Sends what `make` makes, after what waits already. Too much at once is left out. */
function send(make, source) {
  if (shared.waiting >= MAX_WAITING) return;
  shared.waiting += 1;
  shared.queue = shared.queue.then(() => exchange(make, source)).catch(() => {}).finally(() => (shared.waiting -= 1));
}

async function exchange(make, source) {
  const app = await discover();
  // Elsewhere the number of this process means another.
  const here = !app.endpoint.startsWith("tcp://");
  const from = { ...source, pid: here ? process.pid : undefined };
  let leaseId;
  if (shared.pet !== null) {
    const client = here ? { clientPid: process.pid, sessionNonce: shared.nonce } : {};
    const wish = { requestedPetId: shared.pet, ...client, source: from };
    leaseId = (await request(app, "lease.acquire", wish))?.leaseId;
  }
  await request(app, ...make(from, leaseId));
}

/** Where the app listens. A file that others could have written is not believed. */
async function discover() {
  const path = await discoveryFile();
  const found = await lstat(path);
  const isPrivate = process.platform === "win32" || (found.uid === process.getuid() && (found.mode & 0o077) === 0);
  if (!found.isFile() || !isPrivate || found.size > MAX_MESSAGE_BYTES) throw new Error("not to be trusted");
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_MESSAGE_BYTES), 0, MAX_MESSAGE_BYTES, 0);
    const app = JSON.parse(buffer.toString("utf8", 0, bytesRead));
    const known = app.protocol === "openpets-ipc" && app.protocolVersion === 1;
    if (!known || typeof app.token !== "string" || !isNear(app.endpoint)) throw new Error("not to be trusted");
    return app;
  } finally {
    await file.close();
  }
}

async function discoveryFile() {
  const env = process.env;
  if (env.OPENPETS_DISCOVERY_FILE) return env.OPENPETS_DISCOVERY_FILE;
  const home = homedir();
  if (process.platform === "win32") {
    return join(env.APPDATA || join(home, "AppData", "Roaming"), "OpenPets", "runtime", "ipc.json");
  }
  if (process.platform === "darwin") {
    return join(home, "Library", "Application Support", "OpenPets", "runtime", "ipc.json");
  }
  const runtime = env.XDG_RUNTIME_DIR;
  if (runtime?.startsWith("/")) {
    const folder = await lstat(runtime).catch(() => null);
    const isOurs = folder?.isDirectory() && folder.uid === process.getuid() && (folder.mode & 0o777) === 0o700;
    if (isOurs) return join(runtime, "openpets", "ipc.json");
  }
  const config = env.XDG_CONFIG_HOME?.startsWith("/") ? env.XDG_CONFIG_HOME : join(home, ".config");
  return join(config, "OpenPets", "runtime", "ipc.json");
}

/** A socket or pipe of OpenPets, or an address of this machine or the local network. */
function isNear(endpoint) {
  if (typeof endpoint !== "string" || endpoint.length > 240) return false;
  const tcp = /^tcp:\/\/(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}:\d{1,5}$/.exec(endpoint);
  if (tcp === null) {
    return /^\/(?!.*\.\.).*\/openpets-\d+\.sock$/.test(endpoint) || /^\\\\\.\\pipe\\openpets-[^\\/]+$/.test(endpoint);
  }
  const [a, b] = [Number(tcp[1]), Number(tcp[2])];
  return a === 127 || a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168) || (a === 169 && b === 254);
}

/** One request on a connection of its own. */
function request(app, method, params) {
  return new Promise((resolve, reject) => {
    const { hostname, port } = app.endpoint.startsWith("tcp://") ? new URL(app.endpoint) : {};
    const socket = createConnection(port ? { host: hostname, port: Number(port) } : { path: app.endpoint });
    const id = `opencode-${process.pid}-${(shared.number += 1)}`;
    let answer = "";
    // Neither the socket nor its clock keeps OpenCode from ending.
    socket.unref();
    const clock = setTimeout(() => socket.destroy(new Error("no answer")), PATIENCE);
    clock.unref?.();
    socket.setEncoding("utf8");
    socket.on("connect", () => socket.write(`${JSON.stringify({ id, version: 1, token: app.token, method, params })}\n`));
    socket.on("data", (text) => {
      answer += text;
      if (answer.includes("\n") || answer.length > MAX_MESSAGE_BYTES) socket.destroy();
    });
    socket.on("error", reject);
    socket.on("close", () => {
      clearTimeout(clock);
      try {
        const response = JSON.parse(answer.split("\n", 1)[0]);
        response.ok === true ? resolve(response.result) : reject(new Error("refused"));
      } catch (error) {
        reject(error);
      }
    });
  });
}

// ---- The two versions of OpenCode's plugins

/** Nothing of ours may disturb OpenCode. */
function quietly(action) {
  try {
    action();
  } catch {
    // There is nobody to tell.
  }
}

export default {
  id: "openpets",

  // Version 1.
  server: async ({ directory } = {}) => ({
    event: async ({ event }) => quietly(() => onEvent(event?.type, event?.properties, directory)),
    "chat.message": async (input) => quietly(() => onMessage(input?.sessionID, directory)),
    "tool.execute.before": async (input, output) =>
      quietly(() => onTool(input?.sessionID, input?.tool, output?.args, directory)),
  }),

  // Version 2.
  setup: async (context) => {
    const hook = await context.tool.hook("execute.before", (event) =>
      quietly(() => onTool(event?.sessionID, event?.tool, event?.input)),
    );
    const events = context.event.subscribe()[Symbol.asyncIterator]();
    const listen = async () => {
      for (let next = await events.next(); !next.done; next = await events.next()) {
        const { type, data, location } = next.value ?? {};
        quietly(() => onEvent(type, data, location?.directory));
      }
    };
    listen().catch(() => {});
    return async () => {
      // Not awaited: it may wait for an event that never comes.
      events.return?.()?.catch?.(() => {});
      await hook?.dispose?.();
    };
  },
};
