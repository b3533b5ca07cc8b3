import { openAsBlob } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

import { BackupError } from './archive-format.ts';

/**
 * Of scrypt: the key takes 32 MB and a tenth of a second, because it is derived in the process that serves pages. A
 * passphrase has at least 20 characters instead.
 */
const workFactor = 15;
const header = 'age-encryption.org/v1\n';

/** A passphrase; or a key in the form `AGE-SECRET-KEY-1…`, which costs no scrypt: for many files. */
export type FileKey = { passphrase: string } | { identity: string };

/** Encrypts a file into a new one in the age format, which only this user can read. */
export async function encryptFile(from: string, to: string, key: FileKey): Promise<void> {
  const { Encrypter, identityToRecipient } = await import('age-encryption');
  const encrypter = new Encrypter();
  if ('passphrase' in key) {
    encrypter.setScryptWorkFactor(workFactor);
    encrypter.setPassphrase(key.passphrase);
  } else {
    encrypter.addRecipient(await identityToRecipient(key.identity));
  }
  const plain = await openAsBlob(from);
  await writeStream(await encrypter.encrypt(plain.stream()), to);
}

/** @throws BackupError when the key is another one or the file is damaged */
export async function decryptFile(from: string, to: string, key: FileKey): Promise<void> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  if ('passphrase' in key) decrypter.addPassphrase(key.passphrase);
  else decrypter.addIdentity(key.identity);
  const encrypted = await openAsBlob(from);
  try {
    await writeStream(await decrypter.decrypt(encrypted.stream()), to);
  } catch (error) {
    throw new BackupError(
      `${from} cannot be decrypted: BACKUP_PASSPHRASE is not the one it was made with, or it is damaged. Nothing was changed.`,
      { cause: error },
    );
  }
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

async function writeStream(content: ReadableStream<Uint8Array>, to: string): Promise<void> {
  const file = await open(to, 'wx', 0o600);
  await pipeline(content, file.createWriteStream({ flush: true }));
}
