// The smallest useful MCP server of the official SDK, for `make bench` to compare with: one tool, over standard input and
// output.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "minimal", version: "1.0.0" });
const inputSchema = { reaction: z.enum(["idle", "working"]) };
server.registerTool("react", { description: "Does nothing.", inputSchema }, () => ({ content: [] }));
await server.connect(new StdioServerTransport());
