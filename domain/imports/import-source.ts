import { open, readdir, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';

import { fromFdPromise, type ZipFile } from 'yauzl';

import { invalid, isDomainError } from '#domain/core/errors.ts';

export type SourceFile = {
  /** Within the folder or archive, with `/`. */
  path: string;
  bytes: number;
  stream: () => Promise<Readable>;
};

/** The source of an import: a folder, an archive, or one file. */
export type ImportSource = { files: SourceFile[]; close: () => Promise<void> };

export const sourceLimits = {
  files: 50_000,
  /** Limit for all files together, unpacked. */
  bytes: 8 * 1024 ** 3,
  /** How many times its own size an archive may be when it is unpacked. */
  ratio: 200,
  /** A text; what is longer could not be stored. */
  textBytes: 5 * 1024 * 1024,
  /** A whole export that must be read at once. */
  exportBytes: 100 * 1024 * 1024,
};

/** @throws invalid for an archive that is damaged, leads out of itself, or unpacks to too much */
export async function openSource(path: string): Promise<ImportSource> {
  const facts = await stat(path).catch(() => null);
  if (facts === null) throw invalid(`There is no file or folder ${path}.`);
  if (facts.isDirectory()) return { files: await listFolder(path), close: async () => {} };
  const name = path.split('/').at(-1) ?? path;
  const file: SourceFile = { path: name, bytes: facts.size, stream: () => streamOf(name, path) };
  const head = await readStart(file, 4);
  if (!['504b0304', '504b0506'].includes(head.toString('hex')))
    return { files: [file], close: async () => {} };
  return openArchive(path, facts.size);
}

function streamOf(name: string, path: string): Promise<Readable> {
  return readable(name, async () => (await open(path)).createReadStream());
}

/** A stream that names its file when it cannot be read. */
async function readable(path: string, begin: () => Promise<Readable>): Promise<Readable> {
  return Readable.from(
    (async function* () {
      try {
        yield* await begin();
      } catch (error) {
        throw invalid(`${path} cannot be read: ${messageOf(error)}.`);
      }
    })(),
  );
}

/** Without hidden files, links, and what packages brought. */
async function listFolder(root: string): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await readdir(`${root}/${folder}`, { withFileTypes: true })) {
      const path = `${folder}${entry.name}`;
      if ((entry.name.startsWith('.') && entry.name !== '.htaccess') || entry.name === 'node_modules')
        continue;
      if (entry.isDirectory()) waiting.push(`${path}/`);
      if (!entry.isFile()) continue;
      const { size } = await stat(`${root}/${path}`);
      files.push({ path, bytes: size, stream: () => streamOf(path, `${root}/${path}`) });
      if (files.length > sourceLimits.files) throw tooManyFiles();
    }
  }
  return files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function tooManyFiles() {
  return invalid(`There are more than ${sourceLimits.files.toLocaleString('en-US')} files in it.`);
}

async function openArchive(path: string, size: number): Promise<ImportSource> {
  const handle = await open(path);
  try {
    const archive = await fromFdPromise(handle.fd, { lazyEntries: true, autoClose: false });
    const files = await listArchive(archive, size);
    return { files, close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw isDomainError(error) ? error : invalid(`The archive cannot be read: ${messageOf(error)}.`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : 'it is damaged';
}

async function listArchive(archive: ZipFile, size: number): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  let total = 0;
  for await (const entry of archive.eachEntry()) {
    total += entry.uncompressedSize;
    if (total > sourceLimits.bytes || total > size * sourceLimits.ratio + 1_000_000)
      throw invalid('The archive unpacks to far more than its own size. It was not read.');
    if (files.length >= sourceLimits.files) throw tooManyFiles();
    const path = entry.fileName;
    if (/\/$|^__MACOSX\/|(?:^|\/)\.(?!htaccess$)|(?:^|\/)node_modules\//.test(path)) continue;
    const stream = () => readable(path, () => archive.openReadStreamPromise(entry));
    files.push({ path, bytes: entry.uncompressedSize, stream });
  }
  return files;
}

/** The whole of a file. @throws invalid when it has more bytes, or more than it says it has */
export async function readFileOf(file: SourceFile, most: number): Promise<Buffer> {
  const tooLong = () => invalid(`${file.path} is larger than ${Math.floor(most / 1024 / 1024)} MB.`);
  if (file.bytes > most) throw tooLong();
  const bytes = await readStart(file, most + 1);
  if (bytes.length > most) throw tooLong();
  return bytes;
}

/** The text of a file in UTF-8, or in UTF-16 that says so. @throws invalid when it is too long, or in another encoding */
export async function readTextOf(file: SourceFile, most: number): Promise<string> {
  const bytes = await readFileOf(file, most);
  const mark = bytes.toString('hex', 0, 2);
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  return inUtf8(file.path, () => new TextDecoder(encoding, { fatal: true }).decode(bytes));
}

/** @param decode throws for what is not in UTF-8 @throws invalid then */
export function inUtf8(path: string, decode: () => string): string {
  try {
    return decode();
  } catch {
    throw invalid(`${path} is not in UTF-8. Please save it in that encoding.`);
  }
}

/** At most the first bytes of a file. */
export async function readStart(file: SourceFile, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of await file.stream()) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= most) break;
  }
  return Buffer.concat(parts).subarray(0, most);
}
