// The official MCP client, driven by one JSON value a line: a method and its arguments. Answers one JSON value a line.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { createInterface } from "node:readline";

const [command, ...args] = process.argv.slice(2);
const transport = new StdioClientTransport({ command, args, env: process.env, stderr: "inherit" });
const client = new Client({ name: "Test Agent", version: "1.0.0" });

const methods = {
  // After this the client checks every result against the tool's output schema.
  listTools: async () => (await client.listTools()).tools,
  call: (name, args) => client.callTool({ name, arguments: args }),
  close: async () => {
    const pid = transport.pid;
    await client.close();
    return pid;
  },
};

await client.connect(transport);
const about = { server: client.getServerVersion(), instructions: client.getInstructions(), pid: transport.pid };
console.log(JSON.stringify(about));
for await (const line of createInterface({ input: process.stdin })) {
  const [method, ...args] = JSON.parse(line);
  const answer = await methods[method](...args).catch((error) => ({ failed: error.message, code: error.code }));
  console.log(JSON.stringify(answer ?? null));
}
