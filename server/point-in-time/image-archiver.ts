import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Database } from '#db/client.ts';
import { listImageKeys } from '#db/queries/images.ts';
import { imageFolders, type ImageKey } from '#domain/images/image.ts';
import type { ImageStore } from '#domain/images/image-services.ts';
import type { BackupPlace } from '../backup/backup-place.ts';
import { folders, imageFileName, parseImageFileName, parseRemovedName, removedName } from './names.ts';
import type { Series } from './series.ts';

export type ImageArchiver = {
  /** Stores the images that the archive does not have yet; all that the database refers to now are there afterwards. */
  archive: (from: ImageSource, series: Series) => Promise<void>;
  /** Deletes images that the site has not had since `since`. */
  prune: (from: Pick<ImageSource, 'db'>, series: Series, since: Date) => Promise<void>;
};

export type ImageSource = { db: Database; images: Pick<ImageStore, 'read'> };

/** An image becomes visible within an hour after its row was made; after that its upload counts as broken off. */
const settledWithin = 2 * 3_600_000;

/** Keeps a copy of every image in the archive, where images of the same name are always the same. */
export function createImageArchiver(options: {
  place: BackupPlace;
  workFolder: string;
  now: () => Date;
}): ImageArchiver {
  const { place, workFolder, now } = options;
  let known: { series: string; names: Set<string>; through: Date | null } | null = null;

  async function archive({ db, images }: ImageSource, series: Series): Promise<void> {
    if (known?.series !== series.id) {
      known = { series: series.id, names: await listArchived(series), through: null };
    }
    const { names, through } = known;
    const startedAt = now();
    const since = through === null ? null : new Date(through.getTime() - settledWithin);
    for (const key of await listImageKeys(db, since)) {
      const id = idOf(key);
      if (names.has(id)) continue;
      await store(images, series, key);
      names.add(id);
    }
    known.through = startedAt;
  }

  async function listArchived(series: Series): Promise<Set<string>> {
    return new Set((await listArchivedImages(place, series.id)).map(idOf));
  }

  async function store(images: ImageSource['images'], series: Series, key: ImageKey): Promise<void> {
    const image = await images.read(key);
    // It was deleted since the list was read.
    if (image === null) return;
    await mkdir(workFolder, { recursive: true, mode: 0o700 });
    const file = join(workFolder, 'image');
    await writeFile(file, image.stream, { mode: 0o600 });
    await series.put(`${folders.images(series.id, key.folder)}/${imageFileName(series, key)}`, file);
  }

  return {
    archive,
    async prune({ db }, series, since) {
      const current = new Set((await listImageKeys(db, null)).map(idOf));
      const gone = (await listArchivedImages(place, series.id)).filter((key) => !current.has(idOf(key)));
      const marks = (await place.list(folders.removed(series.id))).flatMap(
        (name) => parseRemovedName(name) ?? [],
      );
      const dayMissed = new Map(marks.map((mark) => [idOf(mark.key), mark]));
      const lastDay = since.toISOString().slice(0, 10);
      for (const key of gone) {
        const mark = dayMissed.get(idOf(key));
        if (mark === undefined) {
          await mkdir(workFolder, { recursive: true, mode: 0o700 });
          const empty = join(workFolder, 'removed');
          await writeFile(empty, '', { mode: 0o600 });
          const name = removedName(now().toISOString().slice(0, 10), key);
          await place.put(`${folders.removed(series.id)}/${name}`, empty);
          await rm(empty, { force: true });
        } else if (mark.day < lastDay) {
          await place.remove(`${folders.images(series.id, key.folder)}/${imageFileName(series, key)}`);
          await place.remove(`${folders.removed(series.id)}/${mark.name}`);
        }
      }
    },
  };
}

export async function listArchivedImages(place: BackupPlace, series: string): Promise<ImageKey[]> {
  const found: ImageKey[] = [];
  for (const folder of imageFolders) {
    const names = await place.list(folders.images(series, folder));
    for (const name of names) {
      const key = parseImageFileName(folder, name);
      if (key) found.push(key);
    }
  }
  return found;
}

function idOf({ folder, name }: ImageKey): string {
  return `${folder}/${name}`;
}
