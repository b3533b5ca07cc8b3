import { within } from '#db/within.ts';
import { atMostEvery } from '#domain/core/at-most-every.ts';
import { plainResponse, statusMessages } from '#server/responses/plain-response.ts';
import { sendFinishedResponse } from '#server/responses/prepared-response.ts';
import { withDefaults } from '#server/responses/security-headers.ts';
import type { AppParts } from '../app-parts.ts';
import type { HttpContext, Step } from '../http-context.ts';

/** Milliseconds. */
const readiness = { keptFor: 1000, timeLimit: 1500 };

/** The missing parts to serve, in words that may be public; empty when ready. */
type Readiness = () => Promise<readonly string[]>;

/**
 * The same question, asked at most once a second however often it is put, and always answered: a check that fails or
 * hangs is itself what is missing.
 */
export function createReadiness(ask: Readiness): Readiness {
  return atMostEvery(readiness.keptFor, async () => {
    const found = ask().catch(() => ['the checks failed']);
    return (await within(readiness.timeLimit, found)) ?? ['the checks take too long'];
  });
}

/** Answers `/healthz` and `/readyz`, whatever query a load balancer adds. */
export function createHealthChecks({ responses, isDraining, ...parts }: AppParts): Step {
  const findMissing = createReadiness(parts.readiness);

  return (ctx) => {
    const [path] = (ctx.request.url ?? '').split('?', 1);
    if (path === '/healthz') return responses.send(ctx, plainResponse(200, 'alive'));
    return path === '/readyz' ? answerReadiness(ctx) : 'next';
  };

  async function answerReadiness(ctx: HttpContext): Promise<void> {
    const missing = isDraining() ? ['the process is stopping'] : await findMissing();
    const warnings = parts.readinessWarnings?.() ?? [];
    responses.send(
      ctx,
      missing.length === 0
        ? plainResponse(200, ['ready', ...warnings.map((warning) => `warning: ${warning}`)].join('\n'))
        : plainResponse(503, `not ready: ${missing.join(', ')}`, { headers: ['Retry-After', '1'] }),
    );
  }
}

/** Answers the routes that need no framework: uploads and images, whose bodies stream in or out, and counts of views. */
export function createStreamingRoutes(parts: AppParts): Step {
  const { responses, securityHeaders, sendNotFound, withBody } = parts;
  return (ctx) => {
    const { request, pathname } = ctx;
    const route = parts.streamingRoutes.find(({ path }) => path.test(pathname));
    if (route === undefined) return 'next';
    const headers = ['Allow', route.methods.join(', ')];
    if (request.method === 'OPTIONS') return responses.send(ctx, plainResponse(204, '', { headers }));
    if (!route.methods.includes(request.method ?? '')) {
      const message = route.purpose ?? statusMessages.method;
      return responses.send(ctx, plainResponse(405, message, { pathname, headers }));
    }
    return route.answer({
      ...ctx,
      withBody: (handleBody) => withBody(ctx, handleBody),
      complete: (own) => [...withDefaults(own, securityHeaders), ...responses.headersOf(ctx)],
      send: (plain) => (plain.status === 404 ? sendNotFound(ctx, plain) : responses.send(ctx, plain)),
      refuse: (status, message) => responses.refuse(ctx, status, message),
    });
  };
}

/**
 * Answers GET and HEAD for the built files; a missing one below `/assets/` is 404 without the framework, except in
 * development, where Vite serves them.
 */
export function createStaticFileStep({ responses, files, clientDirectory, sendNotFound }: AppParts): Step {
  return (ctx) => {
    const { request, response, pathname } = ctx;
    if (request.method !== 'GET' && request.method !== 'HEAD') return 'next';
    const file = files.get(pathname);
    if (file !== undefined) {
      return sendFinishedResponse(request, response, file, responses.headersOf(ctx));
    }
    if (clientDirectory === undefined || !pathname.startsWith('/assets/')) return 'next';
    return sendNotFound(ctx, plainResponse(404, statusMessages.missing));
  };
}
