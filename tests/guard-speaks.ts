import { setTimeout as sleep } from 'node:timers/promises';

import type { Client } from './client.ts';

/** A product with LOG_LEVEL `warn` or more, and with METRICS_PORT. */
type Guarded = { origin: string; output: () => string };

/** The text of `/readyz` and of the log, and that of the dashboard where it differs. */
type Words = { says: string; dashboard?: string };

/**
 * Waits until a guard's problem is on the dashboard, in `/readyz`, in the log and in the metric.
 * @param owner a super admin
 * @throws Error that names the silent channels after the slowest guard has looked twice
 */
export async function expectGuardSpeaks(
  product: Guarded,
  owner: Client,
  guard: string,
  { says, dashboard = says }: Words,
): Promise<void> {
  const line = new RegExp(`"problem":"[^"]*${RegExp.escape(says)}[^"]*"`);
  await until(150_000, async () => {
    const readiness = await textOf(`${product.origin}/readyz`);
    const told = {
      [`/readyz (${readiness.trim()})`]: readiness.includes(says),
      dashboard: (await dashboardOf(owner)).includes(dashboard),
      log: product
        .output()
        .split('\n')
        .some(
          (one) =>
            one.includes('A guard found a problem') && one.includes(`"guard":"${guard}"`) && line.test(one),
        ),
      metric: (await metricsOf(product)).includes(`anyforge_guard_alarm{guard="${guard}"} 1`),
    };
    return Object.entries(told)
      .filter(([, isTold]) => !isTold)
      .map(([channel]) => `${guard}: ${channel} does not say "${says}"`);
  });
}

/** Waits for words on the dashboard. */
export async function dashboardSays(owner: Client, words: string): Promise<void> {
  await until(150_000, async () =>
    (await dashboardOf(owner)).includes(words) ? [] : [`the dashboard does not say "${words}"`],
  );
}

/** Waits until a guard has no problem any more. */
export async function expectGuardQuiet(product: Guarded, guard: string): Promise<void> {
  await until(150_000, async () =>
    (await metricsOf(product)).includes(`anyforge_guard_alarm{guard="${guard}"} 0`) ? [] : [`${guard} warns`],
  );
}

async function until(milliseconds: number, missing: () => Promise<string[]>): Promise<void> {
  const deadline = performance.now() + milliseconds;
  for (;;) {
    const left = await missing();
    if (left.length === 0) return;
    if (performance.now() > deadline) throw new Error(left.join('\n'));
    await sleep(250);
  }
}

function metricsOf({ output }: Guarded): Promise<string> {
  const port = Array.from(output().matchAll(/"port":(\d+),"msg":"Metrics can be read"/g)).at(-1)?.[1];
  return textOf(`http://127.0.0.1:${port}/metrics`);
}

const textOf = (address: string) =>
  fetch(address, { signal: AbortSignal.timeout(5_000) })
    .then((answer) => answer.text())
    .catch(() => '');

const dashboardOf = (owner: Client) =>
  owner
    .get('/admin')
    .then((answer) => answer.text())
    .catch(() => '');
