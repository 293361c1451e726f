// Plays OpenCode for our plugin, driven by one JSON value a line: what happens, and its arguments. Answers each with `null`
// once the plugin has let go of it.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [version, path, directory] = process.argv.slice(2);
const plugin = (await import(pathToFileURL(path))).default;

// Version 1 calls hooks. Every copy of the plugin gets every event.
const hooks = version === "1" ? [await plugin.server({ directory })] : [];

// Version 2 hands out events, and calls what was hooked in.
const events = [];
let wake = () => {};
let toolHook = () => {};
let cleanUp = () => {};
async function* subscribe() {
  for (;;) {
    while (events.length > 0) yield events.shift();
    await new Promise((resolve) => (wake = resolve));
  }
}
if (version === "2") {
  const hook = async (name, callback) => {
    if (name !== "execute.before") throw new Error(`unknown hook ${name}`);
    toolHook = callback;
    return { dispose: async () => (toolHook = () => {}) };
  };
  cleanUp = await plugin.setup({ tool: { hook }, event: { subscribe } });
}

const actions = {
  event: async (event) => {
    await Promise.all(hooks.map((hook) => hook.event({ event })));
    events.push(event);
    wake();
    await new Promise(setImmediate);
  },
  message: (input) => Promise.all(hooks.map((hook) => hook["chat.message"](input, {}))),
  tool: async (input, args) => {
    await Promise.all(hooks.map((hook) => hook["tool.execute.before"](input, { args })));
    await toolHook({ ...input, input: args });
  },
  // Another copy, as when the user and the project both have it.
  again: async (other) => {
    const copy = (await import(pathToFileURL(other))).default;
    hooks.push(await copy.server({ directory }));
  },
};

console.log("null");
for await (const line of createInterface({ input: process.stdin })) {
  const [action, ...args] = JSON.parse(line);
  await actions[action](...args);
  console.log("null");
}
await cleanUp();
