import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

import { expect, test } from 'vitest';
import { z } from 'zod';

import { listen } from '#server/http/port.ts';
import { findAdvisories } from './advisories.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): unknown => JSON.parse(readFileSync(join(project, path), 'utf8'));

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
      }),
    ),
  })
  .parse(read('package-lock.json'));
const packageFile = z
  .object({ allowScripts: z.record(z.string(), z.boolean()), dependencies: z.record(z.string(), z.string()) })
  .parse(read('package.json'));
const packages = Object.entries(lockFile.packages).filter(([path]) => path !== '');

test('npm runs no install script by itself', () => {
  expect(readFileSync(join(project, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
});

test('every package with an install script is on the list of package.json, and the list has no other', () => {
  const withScript = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
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

test('npm run sbom prints a bill of materials in CycloneDX with every runtime dependency and its digest', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], {
    cwd: project,
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

test('a package with an advisory would be found', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    // Beside the advisories npm asks for the versions of each package that has one.
    if (request.method !== 'POST') {
      response.writeHead(404).end('{}');
      return;
    }
    void buffer(request).then((body) => {
      const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
      asked.push(...Object.keys(JSON.parse(text)));
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          kysely: [
            {
              id: 1,
              url: 'https://advisories.example/1',
              title: 'Made up',
              severity: 'high',
              vulnerable_versions: '<999',
              cwe: [],
              cvss: { score: 7, vectorString: null },
            },
          ],
        }),
      );
    });
  });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  const found = await findAdvisories(`http://127.0.0.1:${port}`);
  server.close();
  expect(found).toEqual({ kind: 'asked', vulnerable: expect.arrayContaining(['kysely: high']) });
  expect(asked).toContain('vitest');
}, 180_000);
