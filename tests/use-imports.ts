import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

import { createImageProcessor } from '#adapters/image-processor.ts';
import { createImagesOnDisk } from '#adapters/image-store.ts';
import type { Database } from '#db/client.ts';
import type { ImportParts } from '#domain/imports/import-images.ts';
import type { ImportReport } from '#domain/imports/import-report.ts';
import { openSource } from '#domain/imports/import-source.ts';
import { openExport } from '#domain/imports/open-export.ts';
import { readSource } from '#domain/imports/read-source.ts';
import { dryRunImport, runImport, type OnProgress } from '#domain/imports/run-import.ts';
import { contextAs } from './factories.ts';
import { useFolder } from './folder.ts';

/** Sources for the tests of a file, and ways to move them in. */
export function useImports() {
  const processor = createImageProcessor({ workers: 1 });
  const folder = useFolder();
  beforeAll(() => mkdir(join(folder, 'on-the-way')));
  afterAll(() => processor.close());

  async function written(files: Record<string, string | Uint8Array>): Promise<string> {
    const place = await mkdtemp(join(folder, 'source-'));
    for (const [path, content] of Object.entries(files)) {
      await mkdir(join(place, path, '..'), { recursive: true });
      await writeFile(join(place, path), content);
    }
    return place;
  }

  async function moveIn(
    db: Database,
    path: string,
    onProgress: OnProgress = () => {},
    fetchImage: ImportParts['fetchImage'] = null,
    options: Parameters<typeof runImport>[4] = {},
  ): Promise<ImportReport> {
    const ctx = await contextAs(db, 'admin');
    const source = await openHere(path);
    const store = createImagesOnDisk(join(folder, 'store'));
    const parts = { store, processor, folder: join(folder, 'on-the-way'), fetchImage };
    try {
      return await runImport(ctx, source, parts, onProgress, options);
    } finally {
      await source.close();
    }
  }

  async function tryIn(db: Database, path: string): Promise<ImportReport> {
    const source = await openHere(path);
    onTestFinished(() => source.close());
    return dryRunImport(await contextAs(db, 'admin'), source, false, () => {});
  }

  return { folder, written, moveIn, tryIn };
}

/** Opens an export in this process: one of its own, which `adapters/export-box.test.ts` tests, costs more than most imports. */
async function openHere(path: string) {
  const source = await openSource(path);
  try {
    return openExport(source, await readSource(source));
  } catch (error) {
    await source.close();
    throw error;
  }
}

export const postsOf = async (db: Database) =>
  (await sql<Record<string, unknown>>`
    select p.kind, p.slug, p.title, p.content, p.excerpt, p.published, p.published_at, c.name as category, a.name as author,
      array(select t.name from blog_post_tags pt join blog_tags t on t.id = pt.tag_id where pt.post_id = p.id order by 1) as tags
    from blog_posts p left join blog_categories c on c.id = p.category_id
    left join authors a on a.id = p.public_author_id order by p.slug`.execute(db)).rows; // prettier-ignore
