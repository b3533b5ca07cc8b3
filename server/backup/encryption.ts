import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { BackupError } from './archive-format.ts';

/**
 * The cost of scrypt: the key takes 32 MB and a tenth of a second, because it is derived in the process that serves
 * pages. A passphrase has at least 20 characters instead.
 */
const workFactor = 15;
const header = 'age-encryption.org/v1\n';

/** A passphrase; or a key in the form `AGE-SECRET-KEY-1…`, which costs no scrypt: for many files. */
export type FileKey = { passphrase: string } | { identity: string };

type Step = (source: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>;

/** A step of a pipeline that encrypts in the age format; without a key nothing changes. */
export function encrypting(key: FileKey | null): Step {
  return async function* (source) {
    if (key === null) return yield* source;
    const { Encrypter, identityToRecipient } = await import('age-encryption');
    const encrypter = new Encrypter();
    if ('passphrase' in key) {
      encrypter.setScryptWorkFactor(workFactor);
      encrypter.setPassphrase(key.passphrase);
    } else {
      encrypter.addRecipient(await identityToRecipient(key.identity));
    }
    yield* await encrypter.encrypt(toWebStream(source));
  };
}

/** The reverse; it fails when the key is another one or the content is damaged. */
export function decrypting(key: FileKey | null): Step {
  return async function* (source) {
    if (key === null) return yield* source;
    const { Decrypter } = await import('age-encryption');
    const decrypter = new Decrypter();
    if ('passphrase' in key) decrypter.addPassphrase(key.passphrase);
    else decrypter.addIdentity(key.identity);
    yield* await decrypter.decrypt(toWebStream(source));
  };
}

function toWebStream(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
}

/** Encrypts a file into a new one, which only this user can read. */
export async function encryptFile(from: string, to: string, key: FileKey): Promise<void> {
  await writeNew(createReadStream(from), encrypting(key), to);
}

/** @throws BackupError when the key is another one or the file is damaged */
export async function decryptFile(from: string, to: string, key: FileKey): Promise<void> {
  await writeNew(createReadStream(from), decrypting(key), to).catch((error: unknown) => {
    throw new BackupError(
      `${from} cannot be decrypted: BACKUP_PASSPHRASE is not the one it was made with, or it is damaged. Nothing was changed.`,
      { cause: error },
    );
  });
}

/** True if a passphrase opens encrypted content, of which only the beginning is read. */
export async function opensWith(source: Readable, passphrase: string): Promise<boolean> {
  const content = decrypting({ passphrase })(source);
  return await content
    .next()
    .then(
      () => true,
      () => false,
    )
    .finally(() => source.destroy());
}

export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null);
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(header.length), 0, header.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === header;
  } finally {
    await file.close();
  }
}

async function writeNew(content: Readable, step: Step, to: string): Promise<void> {
  const file = await open(to, 'wx', 0o600);
  await pipeline(content, step, file.createWriteStream({ flush: true }));
}
