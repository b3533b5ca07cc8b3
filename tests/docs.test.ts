import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';
import { z } from 'zod';

const project = fileURLToPath(new URL('..', import.meta.url));
const packageFile = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = packageFile.parse(JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')));

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...readdirSync(join(project, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
/** Folders of the project: a path in backticks that begins with one of them must exist. */
const rooms = readdirSync(project, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['node_modules', 'build', 'data'].includes(entry.name))
  .map((entry) => entry.name);

test('the architecture names every folder of the domain and the server, and every job', () => {
  const text = readFileSync(join(project, 'docs/architecture.md'), 'utf8');
  const folders = ['domain', 'server'].flatMap((room) =>
    readdirSync(join(project, room), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${room}/${name}`),
  );
  const table = readFileSync(join(project, 'server/jobs/jobs.ts'), 'utf8');
  const jobs = [...table.matchAll(/^ {4}(\w+): \{\n {6}name:/gm)].map(([, name = '']) => name);
  expect(jobs.length).toBeGreaterThan(3);
  expect([...folders, ...jobs].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test.for(pages)('%s names only files and commands that exist', (page) => {
  const text = readFileSync(join(project, page), 'utf8');
  const links = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, path = '']) =>
    join(dirname(page), path),
  );
  const places = [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => rooms.includes(path.split('/')[0] ?? ''));
  const commands = [...text.matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !['audit', 'ci', 'install', 'rebuild'].includes(name));
  const benches = [...text.replaceAll(/\s+/g, ' ').matchAll(/npm run bench -- ([a-z][\w-]*)/g)].map(
    ([, name = '']) => `bench/${name}.ts`,
  );
  expect([...links, ...places, ...benches].filter((path) => !existsSync(join(project, path)))).toEqual([]);
  expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});
