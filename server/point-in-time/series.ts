import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { BackupError } from '../backup/archive-format.ts';
import type { BackupPlace } from '../backup/backup-place.ts';
import { decryptFile, encryptFile } from '../backup/encryption.ts';
import { compactTime, folders, seriesName, type SeriesId } from './names.ts';

/** A stored file that is not what was stored. */
export class DamagedFile extends BackupError {}

/** A series whose files can be written and read. */
export type Series = SeriesId & {
  /** Stores a file of this machine under a name, encrypted where the series is; deletes it afterwards. */
  put: (name: string, file: string) => Promise<void>;
  /** Copies a stored file, decrypted, into a new one of this machine. */
  fetch: (name: string, file: string) => Promise<void>;
};

/**
 * Begins a series. Its key is made for it and stored encrypted with the passphrase, so that single files cost no scrypt.
 * @param options.passphrase null: not encrypted
 * @param options.workFolder for temporary files
 */
export async function beginSeries(
  place: BackupPlace,
  options: { passphrase: string | null; workFolder: string; now: Date },
): Promise<Series> {
  const { passphrase, workFolder, now } = options;
  const id: SeriesId = { id: compactTime(now), isEncrypted: passphrase !== null };
  const identity = passphrase === null ? null : await makeIdentity();
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  const plain = join(workFolder, `series-${id.id}`);
  const file = `${plain}.stored`;
  try {
    await writeFile(plain, `${identity ?? 'not encrypted'}\n`, { mode: 0o600 });
    if (passphrase === null) await rename(plain, file);
    else await encryptFile(plain, file, { passphrase });
    await place.put(`${folders.series}/${seriesName(id)}`, file);
  } finally {
    await rm(plain, { force: true });
    await rm(file, { force: true });
  }
  return seriesOn(place, id, identity);
}

/** @returns null when the passphrase is not the one of the series */
export async function openSeries(
  place: BackupPlace,
  id: SeriesId,
  { passphrase, workFolder }: { passphrase: string | null; workFolder: string },
): Promise<Series | null> {
  if (!id.isEncrypted) return seriesOn(place, id, null);
  if (passphrase === null) return null;
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  const stored = join(workFolder, `key-${id.id}.age`);
  const plain = join(workFolder, `key-${id.id}`);
  try {
    for (const file of [stored, plain]) await rm(file, { force: true });
    await place.fetch(`${folders.series}/${seriesName(id)}`, stored);
    const isOpen = await decryptFile(stored, plain, { passphrase }).then(
      () => true,
      () => false,
    );
    if (!isOpen) return null;
    return seriesOn(place, id, (await readFile(plain, 'utf8')).trim());
  } finally {
    for (const file of [stored, plain]) await rm(file, { force: true });
  }
}

async function makeIdentity(): Promise<string> {
  const { generateX25519Identity } = await import('age-encryption');
  return await generateX25519Identity();
}

function seriesOn(place: BackupPlace, id: SeriesId, identity: string | null): Series {
  return {
    ...id,
    async put(name, file) {
      const stored = identity === null ? file : `${file}.age`;
      try {
        if (identity !== null) {
          await rm(stored, { force: true });
          await encryptFile(file, stored, { identity });
        }
        await place.put(name, stored);
      } finally {
        await rm(file, { force: true });
        await rm(stored, { force: true });
      }
    },
    async fetch(name, file) {
      if (identity === null) return place.fetch(name, file);
      const stored = `${file}.fetched`;
      try {
        await rm(stored, { force: true });
        await place.fetch(name, stored);
        await decryptFile(stored, file, { identity }).catch((error: unknown) => {
          throw new DamagedFile(`${name} in the point-in-time archive is damaged.`, { cause: error });
        });
      } finally {
        await rm(stored, { force: true });
      }
    },
  };
}
