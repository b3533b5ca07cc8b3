import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

const project = fileURLToPath(new URL('..', import.meta.url));

export type KnownAdvisories =
  | { readonly kind: 'unreachable'; readonly reason: string }
  /** Packages of the lock file with a known vulnerability, as `name: severity`. */
  | { readonly kind: 'asked'; readonly vulnerable: readonly string[] };

const report = z.object({
  auditReportVersion: z.number(),
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })),
});
const failure = z.object({ message: z.string() });

/**
 * Asks a registry's database of advisories about every package of the lock file, by `npm audit`. Answers within minutes,
 * also where nothing can be reached.
 * @param registry its address; the configured one unless given
 */
export function findAdvisories(registry?: string): Promise<KnownAdvisories> {
  const args = ['audit', '--json', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=15000'];
  return new Promise((resolve) => {
    execFile(
      'npm',
      registry === undefined ? args : [...args, '--registry', registry],
      { cwd: project, timeout: 150_000, maxBuffer: 50_000_000 },
      (error, stdout) => {
        const answer = report.safeParse(parseJson(stdout));
        if (answer.success) {
          const found = Object.entries(answer.data.vulnerabilities);
          resolve({ kind: 'asked', vulnerable: found.map(([name, { severity }]) => `${name}: ${severity}`) });
          return;
        }
        const failed = failure.safeParse(parseJson(stdout));
        resolve({
          kind: 'unreachable',
          reason: failed.success ? failed.data.message : (error?.message ?? 'no answer'),
        });
      },
    );
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
