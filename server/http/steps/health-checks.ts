import type { AppParts } from '../app-parts.ts';
import type { HttpContext, Step } from '../http-context.ts';
import { plainResponse } from '#server/responses/plain-response.ts';
import { createReadiness } from '../readiness.ts';

/** Answers `/healthz` and `/readyz`, whatever query a load balancer adds. */
export function createHealthChecks({ responses, isDraining, ...parts }: AppParts): Step {
  const readiness = createReadiness(parts.readiness);

  return (ctx) => {
    const [path] = (ctx.request.url ?? '').split('?', 1);
    if (path === '/healthz') return responses.send(ctx, plainResponse(200, 'alive'));
    return path === '/readyz' ? answerReadiness(ctx) : 'next';
  };

  async function answerReadiness(ctx: HttpContext): Promise<void> {
    const missing = isDraining() ? ['the process is stopping'] : await readiness();
    const warnings = parts.readinessWarnings?.() ?? [];
    responses.send(
      ctx,
      missing.length === 0
        ? plainResponse(200, ['ready', ...warnings.map((warning) => `warning: ${warning}`)].join('\n'))
        : plainResponse(503, `not ready: ${missing.join(', ')}`, { headers: ['Retry-After', '1'] }),
    );
  }
}
