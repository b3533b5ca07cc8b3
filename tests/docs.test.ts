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

test('the architecture names every folder of the domain and every job', () => {
  const text = readFileSync(join(project, 'docs/architecture.md'), 'utf8');
  const folders = readdirSync(join(project, 'domain'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `domain/${name}`);
  const jobs = readdirSync(join(project, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/repeat(?:ed)?-job|\.test\.ts$/.test(name))
    .map((name) => `server/${name}`)
    .filter((file) => readFileSync(join(project, file), 'utf8').includes('repeatJob({'));
  expect(jobs.length).toBeGreaterThan(3);
  expect([...folders, ...jobs].filter((place) => !text.includes(`\`${place}\``))).toEqual([]);
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
    .filter((name) => !['audit', 'ci', 'install'].includes(name));
  const benches = [...text.replaceAll(/\s+/g, ' ').matchAll(/npm run bench -- ([a-z][\w-]*)/g)].map(
    ([, name = '']) => `bench/${name}.ts`,
  );
  expect([...links, ...places, ...benches].filter((path) => !existsSync(join(project, path)))).toEqual([]);
  expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});
