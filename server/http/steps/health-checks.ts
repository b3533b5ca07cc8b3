import type { HttpContext, Step } from '../http-context.ts';
import { plainResponse } from '#server/responses/plain-response.ts';
import { createReadiness } from '../readiness.ts';
import type { Responses } from '../responses.ts';

/** Answers `/healthz` and `/readyz`, whatever query a load balancer adds. */
export function createHealthChecks(options: {
  readonly responses: Responses;
  /** What is missing to serve; empty when ready. */
  readiness(): Promise<readonly string[]>;
  /** What needs attention although it can serve. */
  readinessWarnings?: (() => readonly string[]) | undefined;
  isDraining(): boolean;
}): Step {
  const { responses } = options;
  const readiness = createReadiness(options.readiness);

  return (ctx) => {
    const [path] = (ctx.request.url ?? '').split('?', 1);
    if (path === '/healthz') return responses.send(ctx, plainResponse(200, 'alive'));
    return path === '/readyz' ? answerReadiness(ctx) : 'next';
  };

  async function answerReadiness(ctx: HttpContext): Promise<void> {
    const missing = options.isDraining() ? ['the process is stopping'] : await readiness();
    const warnings = options.readinessWarnings?.() ?? [];
    responses.send(
      ctx,
      missing.length === 0
        ? plainResponse(200, ['ready', ...warnings.map((warning) => `warning: ${warning}`)].join('\n'))
        : plainResponse(503, `not ready: ${missing.join(', ')}`, { headers: ['Retry-After', '1'] }),
    );
  }
}
