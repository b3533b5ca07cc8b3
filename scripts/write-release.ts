import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { z } from 'zod';

import { padded, tarHeader } from '#server/backup/tar-header.ts';
import { billOfMaterials } from './bill-of-materials.mjs';
import { importedPackages, inRelease, prunedLock, releaseFolders, rootFiles } from './release-content.ts';

const project = join(import.meta.dirname, '..');

const dependencies = z.record(z.string(), z.string());
const packageFile = z.looseObject({
  name: z.string(),
  version: z.string(),
  scripts: dependencies,
  dependencies,
});
const lockFile = z.looseObject({
  packages: z.record(z.string(), z.looseObject({ dependencies: dependencies.optional() })),
});

/** Every file gets this time, so that the same sources make the same bytes. */
const modified = new Date('2026-01-01T00:00:00Z');

const to = z.string().parse(process.argv[2]);
const files = await listFiles();
const own = packageFile.parse(JSON.parse(await readFile(join(project, 'package.json'), 'utf8')));
const whole = lockFile.parse(JSON.parse(await readFile(join(project, 'package-lock.json'), 'utf8')));
const { devDependencies: _, ...ofServer } = own;
const sources = files.filter((file) => /\.(?:ts|mjs)$/.test(file));
const texts = await Promise.all(sources.map((file) => readFile(join(project, file), 'utf8')));
const kept = importedPackages(texts, Object.keys(own.dependencies));
const manifest = {
  ...ofServer,
  scripts: Object.fromEntries(Object.entries(own.scripts).filter(([, line]) => runsIn(files, line))),
  dependencies: Object.fromEntries(Object.entries(own.dependencies).filter(([name]) => kept.has(name))),
};
const lock = prunedLock(whole, manifest);

const name = `${own.name}-${own.version}`;
const parts: Buffer[] = [];
for (const file of files) {
  const made = { 'package.json': manifest, 'package-lock.json': lock }[file];
  const content = made
    ? Buffer.from(`${JSON.stringify(made, null, 2)}\n`)
    : await readFile(join(project, file));
  const header = tarHeader(`${name}/${file}`, content.length, modified, 0o644);
  parts.push(header, content, Buffer.alloc(padded(content.length) - content.length));
}
parts.push(Buffer.alloc(1_024));
const written: [string, Buffer][] = [
  [`${name}.tar.gz`, await promisify(gzip)(Buffer.concat(parts), { level: 9 })],
  [`${name}.cdx.json`, Buffer.from(`${billOfMaterials(own, lock)}\n`)],
];
const sums = written.map(([file, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`);
for (const [file, bytes] of [...written, ['SHA256SUMS', Buffer.from(sums.join(''))] as const])
  await writeFile(join(to, file), bytes);
const megabytes = ((written[0]?.[1].length ?? 0) / 1e6).toFixed(1);
console.log(`${join(to, `${name}.tar.gz`)}: ${files.length} files, ${megabytes} MB.`);

/** The files of the release, in one order on every machine. */
async function listFiles(): Promise<string[]> {
  const inFolders = releaseFolders.map(async (folder) => {
    const entries = await readdir(join(project, folder), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(project, join(entry.parentPath, entry.name)));
  });
  return [...rootFiles, ...(await Promise.all(inFolders)).flat()].filter(inRelease).toSorted();
}

/** True if the command of a line of package.json is part of the release. */
function runsIn(released: readonly string[], line: string): boolean {
  if (line.includes('--dev')) return false;
  const scripts = [...line.matchAll(/\b(?:scripts|server)\/[\w./-]+/g)].map(([file]) => file);
  return scripts.length > 0 && scripts.every((file) => released.includes(file));
}
