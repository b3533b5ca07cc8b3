import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { buffer, text } from 'node:stream/consumers';

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
import { blockBytes, padded, parseTarHeader } from './tar-header.ts';

export type Archive = Awaited<ReturnType<typeof openArchive>>;

type Member = { name: string; start: number; bytes: number; sha256: string };

const chunkBytes = 1 << 20;
const endBytes = 2 * blockBytes;

/**
 * Opens an archive after reading all of it once: every file must be there, complete and unchanged.
 * @throws BackupError when it is not, or when its format is newer than this release
 */
export async function openArchive(path: string) {
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
      /**
       * The content of one file of the archive, which was compared with its digest when the archive was opened.
       * @throws BackupError when the archive has no file of this name
       */
      read(name: string): AsyncIterable<Buffer> {
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
  let end = 0;
  while (end + endBytes < size) {
    const header = parseTarHeader(await buffer(bytesOf(file, end, blockBytes)));
    if (header === null) throw damaged(path, 'the header of a file was changed');
    const { name, bytes } = header;
    const start = end + blockBytes;
    const hash = createHash('sha256');
    for await (const chunk of bytesOf(file, start, bytes)) hash.update(chunk);
    members.push({ name, start, bytes, sha256: hash.digest('hex') });
    end = start + padded(bytes);
    await checkZeros(file, start + bytes, end, path);
  }
  if (size !== end + endBytes) throw damaged(path, 'its end is missing or followed by something else');
  await checkZeros(file, end, size, path);
  return members;
}

/** Data between files and at the end is not part of any digest, and must be zeros. */
async function checkZeros(file: FileHandle, from: number, to: number, path: string): Promise<void> {
  const between = await buffer(bytesOf(file, from, to - from));
  if (between.some((byte) => byte !== 0)) throw damaged(path, 'something was written between its files');
}

async function readManifest(file: FileHandle, members: Member[], path: string): Promise<Manifest> {
  const [manifest, digest] = members.slice(-2);
  if (manifest?.name !== manifestName || digest?.name !== manifestDigestName) {
    throw damaged(path, 'its manifest is missing');
  }
  const expected = await text(bytesOf(file, digest.start, digest.bytes));
  if (expected !== `${manifest.sha256}\n`) throw damaged(path, 'its manifest was changed');
  const content = await text(bytesOf(file, manifest.start, manifest.bytes));
  const value: unknown = JSON.parse(content);
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
    const { buffer: piece, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, start + done);
    if (bytesRead === 0) return;
    done += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}

function damaged(path: string, reason: string): BackupError {
  return new BackupError(`${path} is damaged: ${reason}. Nothing was changed.`);
}
