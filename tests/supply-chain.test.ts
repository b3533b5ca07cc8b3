import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';
import { z } from 'zod';

import { useFolder } from '#tests/folder.ts';
import { project, readText } from '#tests/project.ts';

const read = (path: string): unknown => JSON.parse(readText(path));

const lockFile = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        integrity: z.string().optional(),
        resolved: z.string().optional(),
        hasInstallScript: z.boolean().optional(),
        inBundle: z.boolean().optional(),
        optionalDependencies: z.record(z.string(), z.string()).default({}),
      }),
    ),
  })
  .parse(read('package-lock.json'));
const packageFile = z
  .object({ allowScripts: z.record(z.string(), z.boolean()), dependencies: z.record(z.string(), z.string()) })
  .parse(read('package.json'));
const packages = Object.entries(lockFile.packages).filter(([path]) => path !== '');
const nameAt = (path: string) => path.replace(/^.*node_modules\//, '');

test('npm runs no install script by itself', () => {
  expect(readText('.npmrc')).toMatch(/^ignore-scripts=true$/m);
});

test('every package with an install script is on the list of package.json, and the list has no other', () => {
  const withScript = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => nameAt(path));
  expect(withScript.length).toBeGreaterThan(0);
  expect(new Set(Object.keys(packageFile.allowScripts))).toEqual(new Set(withScript));
});

test('every package of the lock file has a digest, and none comes from another place than the registry', () => {
  const wrong = packages.filter(
    ([, { integrity, resolved, inBundle }]) =>
      !(inBundle || integrity?.startsWith('sha512-')) ||
      (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')),
  );
  expect(wrong).toEqual([]);
});

/**
 * npm leaves out a platform's package that it cannot find, without a word, and then refuses to install from such a
 * lock file on a new machine.
 */
test('the lock file names every package of every platform, so that a new machine can install from it', () => {
  const named = new Set(packages.map(([path]) => nameAt(path)));
  const missing = packages.flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !named.has(name))
      .map((name) => `${name}, which ${path} needs`),
  );
  expect(missing).toEqual([]);
  expect(packages.filter(([, { version }]) => version === undefined)).toEqual([]);
});

const folder = useFolder();

test('npm run sbom prints a bill of materials in CycloneDX with every runtime dependency and its digest, where nothing is installed', async () => {
  for (const name of [
    'package.json',
    'package-lock.json',
    'scripts/sbom.mjs',
    'scripts/bill-of-materials.mjs',
    'scripts/prepare.mjs',
    'scripts/child.mjs',
  ])
    await cp(join(project, name), join(folder, name), { recursive: true });
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], {
    cwd: folder,
    maxBuffer: 50_000_000,
  });
  const bill = z
    .object({
      bomFormat: z.literal('CycloneDX'),
      components: z.array(
        z.object({
          name: z.string(),
          version: z.string(),
          hashes: z.array(z.object({ content: z.string() })).optional(),
        }),
      ),
    })
    .parse(JSON.parse(stdout));
  const listed = new Map(bill.components.map((component) => [component.name, component]));
  for (const [name, version] of Object.entries(packageFile.dependencies)) {
    expect(listed.get(name)?.version, name).toBe(version);
    expect(listed.get(name)?.hashes?.length, name).toBe(1);
    expect(listed.has('vitest')).toBe(false);
  }
}, 180_000);

test('no package has a known vulnerability', async ({ skip }) => {
  const advisories = await findAdvisories();
  if (advisories.kind === 'unreachable') {
    console.log(
      `No database of advisories can be asked, so known vulnerabilities are not looked up: ${advisories.reason}`,
    );
    skip('no database of advisories can be asked');
  } else expect(advisories.vulnerable).toEqual([]);
}, 180_000);

type KnownAdvisories =
  | { readonly kind: 'unreachable'; readonly reason: string }
  /** Packages of the lock file with a known vulnerability, as `name: severity`. */
  | { readonly kind: 'asked'; readonly vulnerable: readonly string[] };

const auditReport = z.object({
  auditReportVersion: z.number(),
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })),
});
const auditFailure = z.object({ message: z.string() });

/**
 * Asks a registry's database of advisories about every package of the lock file, by `npm audit`. Answers within minutes,
 * also where nothing can be reached.
 */
function findAdvisories(): Promise<KnownAdvisories> {
  const args = ['audit', '--json', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=15000'];
  return new Promise((resolve) => {
    execFile('npm', args, { cwd: project, timeout: 150_000, maxBuffer: 50_000_000 }, (error, stdout) => {
      const answer = auditReport.safeParse(parseJson(stdout));
      if (answer.success) {
        const found = Object.entries(answer.data.vulnerabilities);
        resolve({ kind: 'asked', vulnerable: found.map(([name, { severity }]) => `${name}: ${severity}`) });
        return;
      }
      const failed = auditFailure.safeParse(parseJson(stdout));
      resolve({
        kind: 'unreachable',
        reason: failed.success ? failed.data.message : (error?.message ?? 'no answer'),
      });
    });
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
