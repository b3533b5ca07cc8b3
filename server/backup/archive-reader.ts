import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';

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
import { blockBytes, paddingOf, readTarHeader } from './tar-header.ts';

export type Archive = {
  manifest: Manifest;
  /** A file's bytes as they lie in the archive; they were compared with their digest when the archive was opened. */
  read: (name: string) => AsyncIterable<Buffer>;
  close: () => Promise<void>;
};

type Member = { name: string; start: number; bytes: number };

const chunkBytes = 1 << 20;

/**
 * Opens an archive after reading all of it once: every file must be there, whole, and as it was written.
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
    await compare(file, members, manifest, path);
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
  let at = 0;
  while (true) {
    const header = await readBlock(file, at);
    if (header.every((byte) => byte === 0)) break;
    const found = readTarHeader(header);
    if (!found) throw damaged(path, at === 0 ? 'it is no archive' : `the header at byte ${at} is not one`);
    const start = at + blockBytes;
    const next = start + found.bytes + paddingOf(found.bytes);
    if (next > size) throw damaged(path, 'its end is missing');
    members.push({ ...found, start });
    at = next;
  }
  const rest = await collect(bytesOf(file, at, size - at));
  if (rest.length !== 2 * blockBytes || rest.some((byte) => byte !== 0)) {
    throw damaged(path, 'its end is missing or followed by something else');
  }
  return members;
}

async function readBlock(file: FileHandle, at: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(blockBytes), 0, blockBytes, at);
  return bytesRead === blockBytes ? buffer : Buffer.from('end');
}

async function readManifest(file: FileHandle, members: Member[], path: string): Promise<Manifest> {
  const [manifest, digest] = members.slice(-2);
  if (manifest?.name !== manifestName || digest?.name !== manifestDigestName) {
    throw damaged(path, 'its list of contents is missing');
  }
  const text = await collect(bytesOf(file, manifest.start, manifest.bytes));
  const told = await collect(bytesOf(file, digest.start, digest.bytes));
  if (told.toString('utf8') !== `${createHash('sha256').update(text).digest('hex')}\n`) {
    throw damaged(path, 'its list of contents was changed');
  }
  const value: unknown = JSON.parse(text.toString('utf8'));
  const format =
    typeof value === 'object' && value !== null && 'format' in value ? Number(value.format) : NaN;
  if (format > formatVersion) {
    throw new BackupError(`${path} was made by a newer release; restore it with that one.`);
  }
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) throw damaged(path, 'its list of contents is not one of this product');
  return parsed.data;
}

/** The archive holds exactly what its manifest lists, unchanged. */
async function compare(file: FileHandle, members: Member[], manifest: Manifest, path: string): Promise<void> {
  const listed = new Map<string, { bytes: number; sha256: string }>([
    ...manifest.tables.map((table) => [tableName(table.name), table] as const),
    ...manifest.images.map((image) => [imageName(image.path), image] as const),
  ]);
  const contents = members.slice(0, -2);
  for (const member of members) await comparePadding(file, member, path);
  for (const member of contents) {
    const entry = listed.get(member.name);
    if (!entry || entry.bytes !== member.bytes)
      throw damaged(path, `${member.name} is not what its list says`);
    const hash = createHash('sha256');
    for await (const chunk of bytesOf(file, member.start, member.bytes)) hash.update(chunk);
    if (hash.digest('hex') !== entry.sha256) throw damaged(path, `${member.name} was changed`);
    listed.delete(member.name);
  }
  const [missing] = listed.keys();
  if (missing !== undefined) throw damaged(path, `${missing} is missing`);
}

async function comparePadding(file: FileHandle, member: Member, path: string): Promise<void> {
  const padding = await collect(bytesOf(file, member.start + member.bytes, paddingOf(member.bytes)));
  if (padding.some((byte) => byte !== 0)) throw damaged(path, `something was written after ${member.name}`);
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

function damaged(path: string, why: string): BackupError {
  return new BackupError(`${path} is damaged: ${why}. Nothing was touched.`);
}
