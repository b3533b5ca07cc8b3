import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';

import { extract } from 'tar-stream';

import { errorCode } from '#db/database-error.ts';
import {
  BackupError,
  formatVersion,
  manifestDigestName,
  manifestName,
  manifestSchema,
  imageName,
  tableName,
  type Manifest,
} from './archive-format.ts';

export type Archive = {
  manifest: Manifest;
  /**
   * The content of one file of the archive, which was compared with its digest when the archive was opened.
   * @throws BackupError when the archive has no file of this name
   */
  read: (name: string) => AsyncIterable<Buffer>;
  close: () => Promise<void>;
};

type Member = { name: string; start: number; bytes: number; sha256: string };

const chunkBytes = 1 << 20;
/** Everything in a tar file begins at a multiple of this. */
const blockBytes = 512;
const endBytes = 2 * blockBytes;

/**
 * Opens an archive after reading all of it once: every file must be there, complete and unchanged.
 * @throws BackupError when it is not, or when its format is newer than this release
 */
export async function openArchive(path: string): Promise<Archive> {
  const file = await open(path).catch((error: unknown) => {
    const code = errorCode(error) || String(error);
    throw new BackupError(`${path} cannot be read (${code}).`);
  });
  try {
    const members = await listMembers(file, path);
    const manifest = await readManifest(file, members, path);
    compare(members.slice(0, -2), manifest, path);
    const byName = new Map(members.map((member) => [member.name, member]));
    return {
      manifest,
      read: (name) => {
        const member = byName.get(name);
        if (!member) throw new BackupError(`${path} has no ${name}.`);
        return bytesOf(file, member.start, member.bytes);
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function listMembers(file: FileHandle, path: string): Promise<Member[]> {
  const { size } = await file.stat();
  const members: Member[] = [];
  const entries = extract();
  const source = Readable.from(bytesOf(file, 0, size));
  source.once('error', (error) => entries.destroy(error)).pipe(entries);
  let end = 0;
  try {
    for await (const entry of entries) {
      const { name, size: bytes = 0 } = entry.header;
      const start = end + blockBytes;
      members.push({ name, start, bytes, sha256: await digestOf(entry) });
      end = start + padded(bytes);
    }
  } catch (error) {
    throw damaged(path, error instanceof Error ? error.message : String(error));
  }
  if (size !== end + endBytes) throw damaged(path, 'its end is missing or followed by something else');
  for (const member of members) await checkPadding(file, member, path);
  return members;
}

async function digestOf(content: AsyncIterable<unknown>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) if (chunk instanceof Uint8Array) hash.update(chunk);
  return hash.digest('hex');
}

/** What fills the last block of a file is not part of its digest, and must be zeros. */
async function checkPadding(file: FileHandle, { name, start, bytes }: Member, path: string): Promise<void> {
  const padding = await collect(bytesOf(file, start + bytes, padded(bytes) - bytes));
  if (padding.some((byte) => byte !== 0)) throw damaged(path, `something was written after ${name}`);
}

function padded(bytes: number): number {
  return Math.ceil(bytes / blockBytes) * blockBytes;
}

async function readManifest(file: FileHandle, members: Member[], path: string): Promise<Manifest> {
  const [manifest, digest] = members.slice(-2);
  if (manifest?.name !== manifestName || digest?.name !== manifestDigestName) {
    throw damaged(path, 'its manifest is missing');
  }
  const expected = await collect(bytesOf(file, digest.start, digest.bytes));
  if (expected.toString('utf8') !== `${manifest.sha256}\n`) throw damaged(path, 'its manifest was changed');
  const text = await collect(bytesOf(file, manifest.start, manifest.bytes));
  const value: unknown = JSON.parse(text.toString('utf8'));
  const format =
    typeof value === 'object' && value !== null && 'format' in value ? Number(value.format) : NaN;
  if (format > formatVersion) {
    throw new BackupError(`${path} was made by a newer release; restore it with that one.`);
  }
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) throw damaged(path, 'its manifest is not one of this product');
  return parsed.data;
}

/** The archive holds exactly what its manifest lists, unchanged. */
function compare(members: Member[], manifest: Manifest, path: string): void {
  const listed = new Map<string, { bytes: number; sha256: string }>([
    ...manifest.tables.map((table) => [tableName(table.name), table] as const),
    ...manifest.images.map((image) => [imageName(image.path), image] as const),
  ]);
  for (const { name, bytes, sha256 } of members) {
    const entry = listed.get(name);
    if (!entry) throw damaged(path, `${name} is not in its manifest`);
    if (entry.bytes !== bytes || entry.sha256 !== sha256) throw damaged(path, `${name} was changed`);
    listed.delete(name);
  }
  const [missing] = listed.keys();
  if (missing !== undefined) throw damaged(path, `${missing} is missing`);
}

async function* bytesOf(file: FileHandle, start: number, bytes: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < bytes;) {
    const wanted = Math.min(chunkBytes, bytes - done);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, start + done);
    if (bytesRead === 0) return;
    done += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

function damaged(path: string, reason: string): BackupError {
  return new BackupError(`${path} is damaged: ${reason}. Nothing was changed.`);
}
