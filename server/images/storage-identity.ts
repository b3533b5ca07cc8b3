import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Database } from '#db/client.ts';
import { listImageKeys } from '#db/queries/images.ts';
import { claimStorage, findStorage, updateInstallation } from '#db/queries/installation.ts';
import type { IdentifiedStore } from '#domain/images/image-services.ts';
import { isStored, severalAtOnce } from '../backup/restore-backup.ts';

/** Images that are looked for of each end, to tell a copied or moved place from another one. */
const imagesLookedFor = 50;

export const otherStorage = 'the images are in another place than the database knows';

/** How the person who runs the machine tells it from a new place of the same images. */
export type OtherStorage = { text: string; repair: string };

/**
 * Compares the place of the images with the one that the database knows, and records the first one. A place that has all
 * images although it is another one, as after a move or a restore, is recorded instead.
 * @returns what is wrong; null where all machines have one place
 */
export async function identifyStorage(db: Database, store: IdentifiedStore): Promise<OtherStorage | null> {
  const own = (await store.readIdentity()) ?? (await makeIdentity(store));
  const known = await claimStorage(db, own);
  if (known === own) return null;
  if (!(await hasAllImages(db, store))) return describe(store, known);
  await updateInstallation(db, { storage_id: own });
  return null;
}

/** The same without recording anything. */
export async function findOtherStorage(db: Database, store: IdentifiedStore): Promise<OtherStorage | null> {
  const [own, known] = [await store.readIdentity(), await findStorage(db)];
  if (own === null || known === null || own === known || (await hasAllImages(db, store))) return null;
  return describe(store, known);
}

async function makeIdentity(store: IdentifiedStore): Promise<string> {
  const file = join(tmpdir(), `storage-${randomUUID()}`);
  try {
    await writeFile(file, randomUUID(), { mode: 0o600 });
    await store.writeIdentity(file);
  } finally {
    await rm(file, { force: true });
  }
  // The later one counts for two machines that made one at the same moment.
  const made = await store.readIdentity();
  if (made === null) throw new Error('The storage does not keep what is written to it.');
  return made;
}

async function hasAllImages(db: Database, store: IdentifiedStore): Promise<boolean> {
  const keys = await listImageKeys(db);
  const looked = new Set([...keys.slice(0, imagesLookedFor), ...keys.slice(-imagesLookedFor)]);
  let missing = 0;
  await severalAtOnce([...looked], 8, async (key) => {
    if (!(await isStored(store, key))) missing += 1;
  });
  return looked.size > 0 && missing === 0;
}

function describe({ identityPlace }: IdentifiedStore, known: string): OtherStorage {
  return {
    text: 'This machine keeps images in another place than the one that the database knows: images of one are missing on the other.',
    repair: `Give all machines one place: STORAGE=s3, or one shared folder as DATA_DIR/storage. If this place replaces the other one, write ${known} into ${identityPlace} and start again.`,
  };
}
