import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Logger } from '#adapters/log.ts';
import type { ToolAnswer } from '#adapters/mcp.ts';
import type { Auth } from '#domain/accounts/auth.ts';
import { isIssuerUnavailable } from '#domain/accounts/single-sign-on.ts';
import { metadataOf, readAccessToken } from '#domain/accounts/tokens/read-access-token.ts';
import { readToken, requireLiveToken } from '#domain/accounts/tokens/read-token.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { AgentTool } from '#domain/agents/agent-tools.ts';
import type { AgentContext } from '#domain/agents/agent-texts.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { isDomainError } from '#domain/core/errors.ts';
import { imageLimits } from '#domain/images/image-limits.ts';
import { StorageError } from '#domain/images/image-services.ts';
import { storeImage } from '#domain/images/store-image.ts';
import { limitAttempts } from '#domain/limits/limit-attempts.ts';
import { parseJson } from '#domain/fields/parse-json.ts';
import { createUploads } from './receive-upload.ts';
import type { StreamingExchange, StreamingRoute } from './streaming-route.ts';
import { plainResponse } from '../responses/plain-response.ts';

const callsPerMinute = 60;

const messages = {
  purpose:
    'This address is for programs. They speak the Model Context Protocol here, by POST and with a token of Your account.',
  token: 'Send a token that is valid: Authorization: Bearer af_…',
  issuer: 'The issuer of single sign-on cannot be reached. Try again later, or send a token of Your account.',
  noRoom: 'There is no room left on the server. Nothing was stored.',
  busy: 'Other calls are under way. Try again in a moment.',
  tooLarge: 'A call can be 20 MB at most.',
  tooSlow: 'The call took too long to arrive. Try again.',
  json: 'Send one JSON-RPC message.',
  failed: 'Something went wrong on our side. Try again later.',
};

type Options = {
  directory: string;
  images: Parameters<typeof storeImage>[1];
  log: Logger;
  /** Told of every call that was answered. */
  onCall: (tool: string, isError: boolean) => void;
  /** The parts of the process; throws while it is starting. */
  parts: () => { domain: DomainContext; auth: Pick<Auth, 'singleSignOn'> };
};

/**
 * `POST /mcp`: the tools of `agent-tools.ts` by the Model Context Protocol, with `Authorization: Bearer` and a token of
 * Your account, or an access token of the issuer. Whatever the role of its person, a call may do what a contributor may.
 */
export function createMcpRoute(options: Options): StreamingRoute {
  const receive = createUploads({
    directory: options.directory,
    // An image as base64, with room for the words around it.
    limits: { bytes: Math.ceil((imageLimits.bytes * 4) / 3) + 100_000, milliseconds: 120_000 },
    // Programs call several tools at once; the memory of the calls under way is bounded by it.
    maxAtOnce: { all: 4, each: 2, waiting: 30 },
    messages,
    diskSpace: () => options.parts().domain.diskSpace(),
    explain: () => ({ status: 500, message: messages.failed }),
    failure: 'A call failed',
    log: options.log,
  });
  return {
    path: /^\/mcp$/,
    pattern: '/mcp',
    methods: ['POST'],
    purpose: messages.purpose,
    answer: async (exchange) => {
      const caller = await findCaller(options, exchange);
      if (caller === null) return;
      await receive(exchange, caller.actor.userId, (file) => answer(options, exchange, caller, file));
    },
  };
}

/** Who calls; null for who was refused. Known before the body is read. */
async function findCaller({ parts, log, ...options }: Options, exchange: StreamingExchange) {
  const { request, requestId, clientAddress } = exchange;
  try {
    const { domain, auth } = parts();
    const base = { ...domain, requestId, clientAddress: clientAddress || null };
    const [, secret = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const { singleSignOn } = auth;
    const found =
      singleSignOn && secret.includes('.')
        ? await readAccessToken(base, singleSignOn, secret)
        : await readToken(base, secret);
    if (!found) {
      const way = singleSignOn ? ` resource_metadata="${metadataOf(base.origin)}"` : '';
      exchange.response.setHeader('WWW-Authenticate', `Bearer${way}`);
      exchange.refuse(401, messages.token);
      return null;
    }
    const { tokenId, tokenName, rights } = found;
    const subject = found.actor.userId;
    await limitAttempts(base, [{ name: 'mcp', subject, maxAttempts: callsPerMinute, minutes: 1 }]);
    const actor = { ...found.actor, role: 'contributor' as const, readsDrafts: found.rights.readDrafts };
    const ctx: DomainContext = { ...base, actor, session: null, token: { id: tokenId, name: tokenName } };
    return { ...ctx, actor, rights, storeImage: imageStoring(options, ctx) } satisfies AgentContext;
  } catch (error) {
    if (isDomainError(error)) exchange.refuse(429, error.message);
    else if (isIssuerUnavailable(error)) exchange.refuse(503, messages.issuer);
    else {
      log.error('Who calls a tool could not be found out', { requestId, error });
      exchange.refuse(503, messages.failed);
    }
    return null;
  }
}

function imageStoring({ directory, images }: Pick<Options, 'directory' | 'images'>, ctx: DomainContext) {
  return async (bytes: Buffer, { name, alt }: { name: string; alt: string | null }) => {
    const file = join(directory, randomUUID());
    try {
      await writeFile(file, bytes);
      const { store } = images;
      const put = async (...given: Parameters<typeof store.put>) => {
        await store.put(...given);
        await requireLiveToken(ctx);
      };
      const input = { folder: 'editor-images', originalName: name, alt };
      return (await storeImage(ctx, { ...images, store: { ...store, put } }, file, input)).src;
    } finally {
      await rm(file, { force: true }).catch(() => {});
    }
  };
}

async function answer(options: Options, exchange: StreamingExchange, ctx: AgentContext, file: string) {
  const { request, pathname } = exchange;
  const body = parseJson(await readFile(file, 'utf8'));
  // Several messages in one body would be as many calls for one.
  if (body === null || Array.isArray(body))
    return exchange.send(plainResponse(400, messages.json, { pathname }));
  const asked = new Request(`${ctx.origin}${pathname}`, {
    method: 'POST',
    headers: Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' && name !== 'content-length' ? [[name, value]] : [],
    ),
    body: '{}',
  });
  // Loaded with the first call: a start does not wait for the protocol.
  const [{ answerMcp }, { agentTools }] = await Promise.all([
    import('#adapters/mcp.ts'),
    import('#domain/agents/agent-tools.ts'),
  ]);
  const tools = agentTools.filter(({ isReading }) => isReading || ctx.rights.propose);
  const made = await answerMcp(asked, body, tools, (tool, input) => callTool(options, ctx, tool, input));
  const type = made.headers.get('content-type') ?? 'application/json';
  await exchange.send({
    status: made.status,
    headers: ['Content-Type', type, 'Cache-Control', 'no-store'],
    body: await made.text(),
  });
}

async function callTool(
  { log, onCall }: Options,
  ctx: AgentContext,
  tool: AgentTool,
  input: unknown,
): Promise<ToolAnswer> {
  const { name } = tool;
  const made = await runTool(log, ctx, () => tool.run(ctx, input));
  const after = { token: ctx.token?.name ?? '', refused: 'error' in made };
  const entry = {
    action: 'tool-called',
    subject: { id: ctx.token?.id ?? null, label: name },
    after,
  } as const;
  await recordActivity(ctx.db, ctx, entry);
  onCall(name, 'error' in made);
  return made;
}

async function runTool(log: Logger, ctx: AgentContext, run: () => Promise<unknown>): Promise<ToolAnswer> {
  try {
    return { value: await run() };
  } catch (error) {
    if (isDomainError(error) || error instanceof StorageError) return { error: error.message };
    log.error('A tool failed', { requestId: ctx.requestId, error });
    return { error: messages.failed };
  }
}
