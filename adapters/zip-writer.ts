import { Readable } from 'node:stream';

import { ZipFile } from 'yazl';

/** A file for an archive; null for one that is not there any more. */
export type ZippedFile = { path: string; open: () => Promise<Readable | null> };

/** The same for all files, so that the same content makes the same archive. */
const options = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true };

/** A zip archive of the files, each of which is opened when its turn has come. */
export function writeZip(files: AsyncIterable<ZippedFile>): Readable {
  const zip = new ZipFile();
  const archive = new Readable().wrap(zip.outputStream);
  const fail = (error: unknown) =>
    void archive.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  void addAll().catch(fail);
  return archive;

  async function addAll(): Promise<void> {
    for await (const { path, open } of files) {
      const content = await open();
      if (content === null) continue;
      await new Promise<void>((resolve, reject) => {
        content.once('close', resolve).once('error', reject);
        archive.once('close', resolve);
        zip.addReadStream(content, path, options);
      });
      if (archive.destroyed) return;
    }
    zip.end();
  }
}
