import { z } from 'zod';

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Sends one message to `/mcp`. */
export async function sendToMcp(
  origin: string,
  secret: string,
  body: unknown,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const { status } = answer;
  return {
    status,
    type: answer.headers.get('content-type'),
    headers: answer.headers,
    text: await answer.text(),
  };
}

export type Revision = '2025-11-25' | '2026-07-28';

/** The message of a call, and its headers, of one revision. */
export function messageOf(
  method: string,
  params: Record<string, unknown>,
  revision: Revision = '2026-07-28',
) {
  const isNew = revision === '2026-07-28';
  const name = typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {};
  return {
    body: { jsonrpc: '2.0', id: 1, method, params: isNew ? { ...params, _meta: modern } : params },
    headers: isNew ? { 'mcp-protocol-version': revision, 'mcp-method': method, ...name } : {},
  };
}

const result = z.object({
  result: z
    .object({ content: z.array(z.object({ text: z.string() })), isError: z.boolean().optional() })
    .optional(),
  error: z.object({ message: z.string() }).optional(),
});

/** Calls a tool; its value, or the message of its error. */
export async function callTool(
  { origin }: { origin: string },
  secret: string,
  name: string,
  input: Record<string, unknown>,
  revision?: Revision,
): Promise<{ value?: Record<string, unknown>; error?: string }> {
  const { body, headers } = messageOf('tools/call', { name, arguments: input }, revision);
  const { text } = await sendToMcp(origin, secret, body, headers);
  const answer = result.parse(JSON.parse(text));
  const said = answer.error?.message ?? answer.result?.content[0]?.text ?? '';
  return answer.error || answer.result?.isError === true
    ? { error: said }
    : { value: z.record(z.string(), z.unknown()).parse(JSON.parse(said)) };
}
