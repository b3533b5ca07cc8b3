import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import { z } from 'zod';

const optional = z.record(z.string(), z.string()).optional();
const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), optionalDependencies: optional }),
  ),
});

/**
 * npm leaves out a platform's package that it cannot find, without a word, and then refuses to install from such a
 * lock file on a new machine.
 */
test('the lock file names every package of every platform, so that a new machine can install from it', () => {
  const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8');
  const packages = Object.entries(lockFile.parse(JSON.parse(text)).packages).filter(([path]) => path !== '');
  const named = new Set(packages.map(([path]) => path.replace(/^.*node_modules\//, '')));
  const missing = packages.flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !named.has(name))
      .map((name) => `${name}, which ${path} needs`),
  );
  expect(missing).toEqual([]);
  expect(packages.filter(([, { version }]) => version === undefined)).toEqual([]);
});
