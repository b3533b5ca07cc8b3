import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';
import { z } from 'zod';

import { createToken } from '#domain/accounts/tokens/manage-tokens.ts';
import { contextAs } from '#tests/factories.ts';
import { useFolder } from '#tests/folder.ts';
import { startFront } from '#tests/front.ts';
import { useProduct } from '#tests/product.ts';

/**
 * The official conformance suite, from the registry. Its other scenarios do not apply: they need the tools of its own
 * example server (`tools-call-…`, `json-schema-2020-12`, `input-required-result-…`, `tasks-…`, `elicitation-…`,
 * `http-custom-header-…`, `server-sse-…`), or what this server does not offer (resources, prompts, completion, logging,
 * sessions).
 */
const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const scenarios = [
  ['2025-11-25', 'server-initialize'],
  ['2025-11-25', 'ping'],
  ['2025-11-25', 'tools-list'],
  ['2025-11-25', 'dns-rebinding-protection'],
  ['2026-07-28', 'server-stateless'],
  ['2026-07-28', 'tools-list'],
  ['2026-07-28', 'dns-rebinding-protection'],
  ['2026-07-28', 'caching'],
  ['2026-07-28', 'http-header-validation'],
  ['2026-07-28', 'server-sse-multiple-streams'],
] as const;

/** Checks of these scenarios that do not apply. */
const others = new Set([
  // Streams that stay open are refused.
  'sep-2575-server-sends-subscription-ack',
  'sep-2575-server-tags-subscription-id',
  // They need a tool of the example server.
  'sep-2575-server-rejects-undeclared-capability',
  'sep-2575-missing-capability-http-400',
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-server-no-log-without-loglevel',
  // There are no prompts and no resources.
  'sep-2549-prompts-list-caching-hints',
  'sep-2549-resources-list-caching-hints',
  'sep-2549-resources-templates-list-caching-hints',
]);

const product = useProduct({ RATE_LIMITS: 'off' });
const folder = useFolder();
const checksFile = z.array(
  z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }),
);

/** The product as the suite can reach it, which sends no token of its own. */
async function startFrontWithToken() {
  const editor = await contextAs(product.database.db, 'editor');
  const { secret } = await createToken(editor, { name: 'Suite', days: '7' });
  const target = new URL(product.origin);
  return startFront(product.origin, (sent, own) => ({
    ...sent,
    authorization: `Bearer ${secret}`,
    ...(sent.host === own && { host: target.host }),
    ...(sent.origin === `http://${own}` && { origin: target.origin }),
  }));
}

test('the server passes every scenario of the official suite that applies, for both revisions', async () => {
  const front = await startFrontWithToken();
  const url = `http://localhost:${front.port}/mcp`;
  const passed: Record<string, number> = {};
  const failed: string[] = [];
  try {
    for (const [revision, scenario] of scenarios) {
      const results = join(folder, `${revision} ${scenario}`);
      const asked = ['--scenario', scenario, '--spec-version', revision, '--url', url, '-o', results];
      // It ends with an error where a check fails.
      await promisify(execFile)('npx', ['-y', suite, 'server', ...asked]).catch(() => {});
      const [run = ''] = await readdir(results);
      const checks = checksFile.parse(JSON.parse(await readFile(join(results, run, 'checks.json'), 'utf8')));
      passed[`${revision} ${scenario}`] = checks.filter(({ status }) => status === 'SUCCESS').length;
      for (const { id, status, errorMessage } of checks) {
        if (status === 'FAILURE' && !others.has(id)) failed.push(`${revision} ${id}: ${errorMessage ?? ''}`);
      }
    }
  } finally {
    await front.stop();
  }
  console.log(passed);
  expect(failed).toEqual([]);
  expect(Object.values(passed).filter((count) => count === 0)).toEqual([]);
}, 900_000);
