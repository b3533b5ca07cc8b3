import { open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';

import { writeZip, type ZippedFile } from '#adapters/zip-writer.ts';
import { errorCode } from '#db/database-error.ts';
import type { Database } from '#db/client.ts';
import { exportSite } from '#domain/exports/export-site.ts';
import type { ImageStore } from '#domain/images/image-services.ts';
import { readConfig, readEnvironment } from '#server/config.ts';
import { openConfiguredDatabase } from '#server/database.ts';
import { createImageStore } from '#server/images/image-store.ts';
import { runCommand } from './command.ts';
import { UsageError } from './usage-error.ts';

const usage = `Usage:
  npm run export -- FILE.zip            writes the public content as Markdown with its images into a new archive
  npm run export -- FILE.zip --drafts   the same with drafts and scheduled posts`;

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { drafts: { type: 'boolean', default: false } },
  });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError(usage);
  const config = readConfig(await readEnvironment());
  // npm changes to the project's folder; the file name is relative to the folder of the shell.
  const file = resolve(process.env['INIT_CWD'] ?? '.', name);
  const database = await openConfiguredDatabase(config, { announce: console.log, share: true });
  try {
    const counts = { texts: 0, images: 0 };
    const files = filesOf(database.client.db, createImageStore(config), values.drafts, counts);
    await writeNew(file, writeZip(files));
    console.log(`${file} holds ${counts.texts} texts and ${counts.images} images.`);
  } finally {
    await database.stop();
  }
});

async function* filesOf(
  db: Database,
  store: Pick<ImageStore, 'read'>,
  withDrafts: boolean,
  counts: { texts: number; images: number },
): AsyncGenerator<ZippedFile> {
  for await (const exported of exportSite(db, { withDrafts })) {
    const { path } = exported;
    if ('text' in exported) {
      if (path.endsWith('.md')) counts.texts += 1;
      yield { path, open: async () => Readable.from([exported.text]) };
    } else {
      const image = await store.read(exported.image);
      if (image === null) console.error(`${path} is missing in the store and is left out.`);
      else counts.images += 1;
      yield { path, open: async () => image && image.stream };
    }
  }
}

/** The file is there when it is whole. */
async function writeNew(file: string, content: Readable): Promise<void> {
  const partial = `${file}.part`;
  try {
    const target = await open(file, 'wx');
    await target.close();
    const written = await open(partial, 'w', 0o600);
    await pipeline(content, written.createWriteStream());
    await rename(partial, file);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') throw new UsageError(`${file} exists already: give the name of a new file.`);
    await rm(partial, { force: true });
    await rm(file, { force: true });
    throw error;
  }
}
