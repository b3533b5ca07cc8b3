import { createHash } from 'node:crypto';

import {
  beginImport,
  insertImportItem,
  listImportItems,
  updateImport,
  updateImportItem,
} from '#db/queries/imports.ts';
import { addSlugRedirect } from '#db/queries/managed-terms.ts';
import { errorCode, messageOf } from '#db/database-error.ts';
import { retryAfterDeadlock } from '#db/transaction.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/actor.ts';
import type { Core, SiteOrigin } from '#domain/context.ts';
import { isDomainError } from '#domain/errors.ts';
import { getPost } from '#domain/posts/get-post.ts';
import { postLimits } from '#domain/posts/post-state.ts';
import { withParts } from '#domain/posts/post-parts.ts';
import type { PostState } from '#domain/posts/post-fields.ts';
import { storeChecked, storePost } from '#domain/posts/store-post.ts';
import { kinds } from '#domain/kinds.ts';
import type { Secrets } from '#domain/secrets.ts';
import { inTransaction } from '#domain/transaction.ts';
import { addOldAddresses } from './add-old-addresses.ts';
import { createImageTaker, tryImages, type ImportParts } from './import-images.ts';
import { addNote, importKey, type ImportItem } from './import-item.ts';
import type { ImportReader } from './import-reader.ts';
import { importRow, totalsOf, type ImportReport, type ImportRow } from './import-report.ts';
import type { ImportSource } from './import-source.ts';
import { takeOwnExport } from './take-own-export.ts';
import { createImportTerms, describeAuthor, type ImportTerms } from './import-terms.ts';
import { cut } from './plain-words.ts';
import { planImport, type PlannedItem } from './plan-import.ts';
import { prepareItem, rowOf, type PreparedItem } from './prepare-item.ts';

/** Told how many texts are done, of how many. */
export type OnProgress = (done: number, total: number) => void;

/** Texts that are stored at the same time. */
const atOnce = 3;
/** More are not told apart before an import. */
const maxAuthors = 200;

/** Says of every text what would become of it. Nothing is written. @param fetches whether images of the web would be fetched */
export async function dryRunImport(
  ctx: Core & SiteOrigin,
  reader: ImportReader,
  fetches: boolean,
  onProgress: OnProgress,
): Promise<ImportReport> {
  requirePermission(ctx, 'import-content');
  const plan = await planImport(ctx, reader);
  const around = {
    ...plan,
    ...reader,
    timeZone: reader.timeZone ?? ctx.timeZone,
    now: ctx.now(),
    take: tryImages(reader, fetches),
  };
  const rows: ImportRow[] = [];
  for await (const item of reader.items()) {
    const planned = plan.items.get(item.id);
    rows.push(
      planned && !planned.isThere
        ? (await prepareItem(item, planned, around)).row
        : rowWithoutPost(item, planned),
    );
    onProgress(rows.length, plan.total);
  }
  const authors: NonNullable<ImportReport['authors']> = [];
  for (const author of plan.authors.slice(0, maxAuthors))
    authors.push({ name: author.name, match: await describeAuthor(ctx, author) });
  const redirects = await addOldAddresses(ctx, null, reader, plan, rows);
  return { id: '', system: reader.system, totals: totalsOf(rows), rows, redirects, authors };
}

/**
 * Moves the texts of a source in, each in one transaction, with the addresses that they had. What an earlier run has moved
 * in stays as it is, so that a run that was cut off is simply started again.
 * @param options.retriesImages tries the images again that were not taken, of texts that were not edited since
 */
export async function runImport(
  ctx: Core & SiteOrigin & Secrets,
  source: ImportSource,
  reader: ImportReader,
  parts: ImportParts,
  onProgress: OnProgress,
  { retriesImages = false } = {},
): Promise<ImportReport> {
  const actor = requirePermission(ctx, 'import-content');
  const plan = await planImport(ctx, reader);
  const name = source.files.length === 1 ? (source.files[0]?.path ?? '') : `${source.files.length} files`;
  const { id } = await beginImport(ctx.db, {
    source_key: sourceKey(source, reader),
    system: reader.system,
    name: name.slice(-255),
    started_by: actor.userId,
  });
  const take = await createImageTaker(ctx, reader, parts, id);
  if (reader.own) await takeOwnExport(ctx, reader.own, take, id);
  const around = { ...plan, ...reader, timeZone: reader.timeZone ?? ctx.timeZone, now: ctx.now(), take };
  const terms = createImportTerms(ctx, id);
  const before = new Map(
    (retriesImages ? await listImportItems(ctx.db, id) : []).map((post) => [post.key, post]),
  );
  const rows: ImportRow[] = [];
  const items = reader.items()[Symbol.asyncIterator]();
  let begun = 0;
  let hasFailed = false;
  const work = async () => {
    for (let next = await items.next(); !next.done && !hasFailed; next = await items.next()) {
      const item = next.value;
      // A reader answers in the order in which it is asked.
      const index = begun;
      begun += 1;
      const planned = plan.items.get(item.id);
      try {
        const post = before.get(planned?.key ?? '');
        if (planned && post?.can_retry)
          rows[index] = await storeImages(ctx, await prepareItem(item, planned, around), post);
        else if (planned && !planned.isThere)
          rows[index] = await storeItem(ctx, item, await prepareItem(item, planned, around), { id, terms });
        else rows[index] = post ? importRow.parse(post.report) : rowWithoutPost(item, planned);
        onProgress(rows.length, plan.total);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  // Other storing ends before the files on their way are taken away.
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  const redirects = await addOldAddresses(ctx, id, reader, plan, rows);
  const totals = totalsOf(rows);
  const report = { id, system: reader.system, totals, rows, redirects };
  await inTransaction(ctx, async ({ db: trx }) => {
    await updateImport(trx, id, { state: 'imported', problem: null, report: JSON.stringify(report) });
    if (totals.taken > before.size)
      await recordActivity(trx, ctx, {
        action: 'posts-imported',
        subject: { id, label: reader.system },
        after: { taken: totals.taken - before.size, skipped: totals['left out'] + totals.failed },
      });
  });
  return report;
}

/** A source is the same when its files have the same names and sizes. */
export function sourceKey({ files }: ImportSource, { system, site }: ImportReader): string {
  const hash = createHash('sha256');
  for (const { path, bytes } of files) hash.update(`${JSON.stringify(path)} ${bytes}\n`);
  return importKey(system, site, hash.digest('hex'));
}

function rowWithoutPost(item: ImportItem, planned: PlannedItem | undefined): ImportRow {
  const row = rowOf(item, planned?.path ?? null);
  if (planned === undefined) return row;
  const reason = planned.path === null ? 'It was imported before and deleted since.' : '';
  return { ...row, outcome: 'there already', reason };
}

async function storeItem(
  ctx: Core & Secrets,
  item: ImportItem,
  { state, creationKey, earlier, row }: PreparedItem,
  { id, terms }: { id: string; terms: ImportTerms },
): Promise<ImportRow> {
  if (row.outcome !== 'taken') return row;
  const chosen = await chooseTerms(item, terms, row);
  try {
    await retryAfterDeadlock(() =>
      inTransaction(ctx, async (trx) => {
        const created = await storeChecked(trx, null, { ...state, ...chosen }, { creationKey }, earlier);
        for (const slug of item.own?.slugRedirects ?? [])
          await addSlugRedirect(trx.db, 'post', slug, created.id);
        await insertImportItem(trx.db, {
          key: creationKey,
          import_id: id,
          post_id: created.id,
          version: created.version,
          report: JSON.stringify(row),
        });
      }),
    );
    return row;
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    return { ...row, outcome: 'failed', newAddress: '', reason };
  }
}

/** Why one text cannot be stored while the next one can; null where the error is not about its data. */
function reasonOf(error: unknown): string | null {
  if (isDomainError(error)) return error.message;
  return /^(?:22|23514|54)/.test(errorCode(error)) ? `The database refused it: ${messageOf(error)}.` : null;
}

/** The parts of a text that may have been changed here since it was imported. */
const kept = [
  'slug',
  'published',
  'publishedAt',
  'categoryId',
  'authorId',
  'publicAuthorId',
  'tagIds',
] as const;

/** Gives a text that was imported before the images that could not be taken then. */
async function storeImages(
  ctx: Core & Secrets,
  { state, row }: PreparedItem,
  { key, id, version }: { key: string; id: string; version: number },
): Promise<ImportRow> {
  return inTransaction(ctx, async (tx) => {
    const post = withParts<PostState>(state, await getPost(tx, id), kept);
    const saved = await storePost(tx, id, post, { version });
    await updateImportItem(tx.db, key, { version: saved.version, report: JSON.stringify(row) });
    return row;
  });
}

/** A text has one category and one author: other categories become tags, other authors are noted. */
async function chooseTerms(item: ImportItem, terms: ImportTerms, row: ImportRow) {
  const { isInBlog, hasTags } = kinds[item.kind];
  const [category, ...others] = isInBlog ? item.categories : [];
  const tags = hasTags ? [...item.tags, ...others] : [];
  for (const { name } of others)
    addNote(row.notes, 'changed', `category "${cut(name, 120)}": it becomes a tag`);
  const tagIds = new Set<string>();
  for (const tag of tags.slice(0, postLimits.tags)) {
    const id = await named('tag', tag.name, terms.idOf('tag', tag));
    if (id !== null) tagIds.add(id);
  }
  if (tags.length > postLimits.tags)
    addNote(row.notes, 'left out', `tags: more than ${postLimits.tags} of one text`);
  const [author, ...coauthors] = item.authors;
  for (const { name } of coauthors)
    addNote(row.notes, 'left out', `author "${cut(name, 120)}": a text has one`);
  return {
    categoryId: category ? await named('category', category.name, terms.idOf('category', category)) : null,
    tagIds: [...tagIds],
    ...(author && (await named('author', author.name, terms.authorOf(author)))),
  };

  /** Null for one whose name cannot be stored; the text is taken without it. */
  async function named<Found>(kind: string, name: string, found: Promise<Found>): Promise<Found | null> {
    return found.catch((error: unknown) => {
      if (!isDomainError(error)) throw error;
      addNote(row.notes, 'left out', `${kind} "${cut(name, 120)}": ${error.message}`);
      return null;
    });
  }
}
