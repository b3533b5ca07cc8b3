import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

import { ZipFile } from 'yazl';

import type { ExportedFile } from '#domain/exports/exported-file.ts';
import type { ImageStore } from '#domain/images/image-services.ts';

/** The same for all files, so that the same content makes the same archive. */
const options = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true };

/**
 * @returns a function that makes a zip archive of files, each of which is read when its turn has come; an image that is
 * missing in the store is left out
 */
export function createArchiveWriter(
  store: Pick<ImageStore, 'read'>,
): (files: AsyncIterable<ExportedFile>) => AsyncIterable<Uint8Array> {
  return (files) => {
    const zip = new ZipFile();
    const archive = new PassThrough();
    const fail = (error: unknown) =>
      void archive.destroy(error instanceof Error ? error : new Error(String(error)));
    zip.on('error', fail);
    zip.outputStream.pipe(archive);
    void addAll(files, zip, archive).catch(fail);
    return archive;
  };

  async function addAll(
    files: AsyncIterable<ExportedFile>,
    zip: ZipFile,
    archive: PassThrough,
  ): Promise<void> {
    // Who reads the archive may leave.
    const left = finished(archive).catch(() => {});
    for await (const file of files) {
      const content = 'text' in file ? Readable.from([file.text]) : (await store.read(file.image))?.stream;
      if (content === undefined) continue;
      zip.addReadStream(content, file.path, options);
      await Promise.race([finished(content), left]);
      if (!archive.destroyed) continue;
      content.destroy();
      return;
    }
    zip.end();
  }
}
