import { open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';

import { createArchiveWriter } from '#adapters/zip-writer.ts';
import { exportSite } from '#domain/exports/export-site.ts';
import type { ExportedFile } from '#domain/exports/exported-file.ts';
import { counted } from '#domain/fields/counted.ts';
import { readConfig } from '#server/settings/config.ts';
import { readEnvironment } from '#server/settings/environment.ts';
import { openConfiguredDatabase } from '#server/database/database.ts';
import { createImageStore } from '#server/images/image-store.ts';
import { withUnfinished } from '#server/unfinished.ts';
import { runCommand } from './command.ts';
import { refuseFile, UsageError } from './usage-error.ts';

const usage = `Usage:
  npm run export -- FILE.zip            writes the public content as Markdown with its images into a new archive
  npm run export -- FILE.zip --drafts   the same with drafts and scheduled posts`;

await runCommand(usage, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { drafts: { type: 'boolean', default: false } },
  });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError();
  const config = readConfig(await readEnvironment());
  // npm changes to the project's folder; the file name is relative to the folder of the shell.
  const file = resolve(process.env['INIT_CWD'] ?? '.', name);
  const database = await openConfiguredDatabase(config, { announce: console.log, share: true });
  try {
    const writeArchive = createArchiveWriter(createImageStore(config));
    const counts = { texts: 0, images: 0 };
    const files = withCounts(exportSite(database.client.db, { withDrafts: values.drafts }), counts);
    await writeNew(config.dataDir, file, writeArchive(files));
    console.log(`${file} holds ${counted(counts.texts, 'text')} and ${counted(counts.images, 'image')}.`);
  } finally {
    await database.stop();
  }
});

async function* withCounts(
  files: AsyncIterable<ExportedFile>,
  counts: { texts: number; images: number },
): AsyncGenerator<ExportedFile> {
  for await (const file of files) {
    if ('image' in file) counts.images += 1;
    else if (file.path.endsWith('.md')) counts.texts += 1;
    yield file;
  }
}

/** The file is there when it is whole. */
async function writeNew(dataDir: string, file: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const partial = `${file}.part`;
  const target = await open(file, 'wx').catch((error: unknown) => refuseFile(file, error));
  await target.close();
  await rm(file);
  await withUnfinished(dataDir, [partial], async () => {
    const written = await open(partial, 'w', 0o600);
    await pipeline(content, written.createWriteStream());
    await rename(partial, file);
  });
}
