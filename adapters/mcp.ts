import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

import type { AgentTool } from '#domain/agents/agent-tools.ts';

/** The answer of a tool: a value, or a message that says why not and what to do next. */
export type ToolAnswer = { value: unknown } | { error: string };

/**
 * Answers one request of the Model Context Protocol, of the revisions 2025-11-25 and 2026-07-28: stateless, as one JSON
 * body. Streams that stay open are refused.
 * @param body parsed
 * @param call runs a tool; its input is checked already
 */
export async function answerMcp(
  request: Request,
  body: unknown,
  tools: readonly AgentTool[],
  call: (tool: AgentTool, input: unknown) => Promise<ToolAnswer>,
): Promise<Response> {
  const create = () => createServer(tools, call);
  if (await isLegacyRequest(request, body)) {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await create().connect(transport);
    return transport.handleRequest(request, { parsedBody: body });
  }
  const handler = createMcpHandler(create, { legacy: 'reject', maxSubscriptions: 0, keepAliveMs: 0 });
  return handler.fetch(request, { parsedBody: body });
}

function createServer(
  tools: readonly AgentTool[],
  call: (tool: AgentTool, input: unknown) => Promise<ToolAnswer>,
): McpServer {
  const server = new McpServer(
    { name: 'anyforge', version: '1.0.0' },
    { capabilities: { tools: { listChanged: false } } },
  );
  for (const tool of tools) {
    const { name, title, description, input, isReading } = tool;
    const annotations = { readOnlyHint: isReading, destructiveHint: false, openWorldHint: false };
    server.registerTool(name, { title, description, inputSchema: input, annotations }, async (sent) => {
      const answer = await call(tool, sent);
      const isError = 'error' in answer;
      const text = isError ? answer.error : JSON.stringify(answer.value);
      return { content: [{ type: 'text', text }], ...(isError && { isError }) };
    });
  }
  return server;
}
