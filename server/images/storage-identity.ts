import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Database } from '#db/client.ts';
import { listImageKeys } from '#db/queries/images.ts';
import { claimStorage, readInstallation, updateInstallation } from '#db/queries/installation.ts';
import type { IdentifiedStore } from '#domain/images/image-services.ts';

/** Images that are looked for of each end, to tell a copied or moved place from another one. */
const imagesLookedFor = 50;

/** The message that machines have their images in two places, and the repair. */
export type OtherStorage = { text: string; repair: string };

/**
 * Compares the place of the images with the one that the database knows, and records the first one. A place that has all
 * images although it is another one, as after a move or a restore, is recorded instead.
 * @returns null where all machines have one place
 */
export async function identifyStorage(db: Database, store: IdentifiedStore): Promise<OtherStorage | null> {
  const own = (await store.readIdentity()) ?? (await makeIdentity(store));
  await claimStorage(db, own);
  const other = await findOtherStorage(db, store);
  if (other === null) await updateInstallation(db, { storage_id: own });
  return other;
}

/** The same without recording anything. */
export async function findOtherStorage(db: Database, store: IdentifiedStore): Promise<OtherStorage | null> {
  const [own, { storageId: known }] = [await store.readIdentity(), await readInstallation(db)];
  if (own === null || known === null || own === known || (await hasAllImages(db, store))) return null;
  return {
    text: 'This machine does not keep images where the database expects them: images of one are missing on the other.',
    repair: `Give all machines one place: STORAGE=s3, or one shared folder as DATA_DIR/storage. If this place replaces the other one, write ${known} into ${store.identityPlace} and start again.`,
  };
}

async function makeIdentity(store: IdentifiedStore): Promise<string> {
  const [made, file] = [randomUUID(), join(tmpdir(), `storage-${randomUUID()}`)];
  try {
    await writeFile(file, made, { mode: 0o600 });
    await store.writeIdentity(file);
  } finally {
    await rm(file, { force: true });
  }
  // Two machines may make one at the same moment: the later one counts for both.
  return (await store.readIdentity()) ?? made;
}

async function hasAllImages(db: Database, store: IdentifiedStore): Promise<boolean> {
  const keys = await listImageKeys(db);
  for (const key of new Set([...keys.slice(0, imagesLookedFor), ...keys.slice(-imagesLookedFor)])) {
    const found = await store.read(key);
    found?.stream.destroy();
    if (!found) return false;
  }
  return keys.length > 0;
}
