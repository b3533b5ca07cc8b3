import {
  beginImport,
  insertImportItem,
  listImportItems,
  updateImport,
  updateImportItem,
} from '#db/queries/imports.ts';
import { addSlugRedirect } from '#db/queries/managed-terms.ts';
import { analyzeTables } from '#db/queries/server-facts.ts';
import { errorCode, messageOf } from '#db/database-error.ts';
import { retryAfterDeadlock } from '#db/transaction.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { Core, Secrets, SiteOrigin } from '#domain/core/context.ts';
import { inTransaction, requirePermission } from '#domain/core/context.ts';
import { isDomainError } from '#domain/core/errors.ts';
import { severalAtOnce } from '#domain/core/several-at-once.ts';
import { getPost } from '#domain/posts/get-post.ts';
import { postLimits } from '#domain/posts/post-state.ts';
import type { TextWork } from '#domain/text-work/text-work.ts';
import { withParts } from '#domain/posts/post-parts.ts';
import type { PostState } from '#domain/posts/post-fields.ts';
import { storePost } from '#domain/posts/store-post.ts';
import { kinds } from '#domain/core/kinds.ts';
import { addOldAddresses } from './add-old-addresses.ts';
import { createImageTaker, tryImages, type ImportParts, type TakeImage } from './import-images.ts';
import { addNote } from './import-item.ts';
import { importRow, refusedRedirects, totalsOf, type ImportReport, type ImportRow } from './import-report.ts';
import type { ListedItem, OpenExport, PlannedItem, PreparedItem, TakenImage } from './export-steps.ts';
import { checkOwnExport, describeOwnExport, redirectsAway } from './own-export-changes.ts';
import { takeOwnExport, type SiteWordsChoice } from './take-own-export.ts';
import { createImportTerms, describeAuthor, type ImportTerms } from './import-terms.ts';
import { cut } from './plain-words.ts';
import { planImport, type ImportPlan } from './plan-import.ts';
import { rowOf } from './prepare-item.ts';

/** Told how many texts are done, of how many. */
export type OnProgress = (done: number, total: number) => void;

/** Texts that are stored at the same time. */
const atOnce = 3;
/** More are not told apart before an import. */
const maxAuthors = 200;

/** Says of every text what would become of it. Nothing is written. @param fetches whether images of the web would be fetched */
export async function dryRunImport(
  ctx: Core & SiteOrigin,
  source: OpenExport,
  fetches: boolean,
  onProgress: OnProgress,
): Promise<ImportReport> {
  requirePermission(ctx, 'import-content');
  const plan = await planImport(ctx, source);
  const take = tryImages(fetches);
  const rows: ImportRow[] = [];
  for (const [index, { item, planned }] of plan.texts.entries()) {
    const isNew = planned !== null && !planned.isThere;
    const row = isNew && rowOfEnd(item, () => prepare(ctx, source, index, planned, { plan, take }));
    rows.push((await row) || rowWithoutPost(item, planned));
    onProgress(rows.length, plan.texts.length);
  }
  const authors: NonNullable<ImportReport['authors']> = [];
  for (const author of plan.authors.slice(0, maxAuthors))
    authors.push({ name: author.name, match: await describeAuthor(ctx, author) });
  const redirects = await addOldAddresses(ctx, null, source.facts, plan, rows);
  const { own } = source.facts;
  const site = [...(own ? await describeOwnExport(ctx, own) : []), ...redirectsAway(redirects)];
  rows.push(...refusedRedirects(redirects));
  return { id: '', system: source.facts.system, totals: totalsOf(rows), rows, redirects, authors, site };
}

/**
 * Moves the texts of a source in, each in one transaction, with the addresses that they had. What an earlier run has moved
 * in stays as it is, so that a run that was cut off is simply started again.
 * @param options.siteWords what becomes of the words of an own export, on a site without any
 * @param options.retriesImages tries the images again that were not taken, of texts that were not edited since
 */
export async function runImport(
  ctx: Core & SiteOrigin & Secrets & TextWork,
  source: OpenExport,
  parts: ImportParts,
  onProgress: OnProgress,
  {
    retriesImages = false,
    siteWords = 'draft',
  }: { retriesImages?: boolean; siteWords?: SiteWordsChoice | undefined } = {},
): Promise<ImportReport> {
  const actor = requirePermission(ctx, 'import-content');
  const { system, own, key: source_key, name } = source.facts;
  const words = retriesImages ? 'skip' : siteWords;
  if (own) await checkOwnExport(ctx, own, words);
  const plan = await planImport(ctx, source);
  const { id } = await beginImport(ctx.db, { source_key, system, name, started_by: actor.userId });
  const take = await createImageTaker(ctx, source, parts, id);
  if (own) await takeOwnExport(ctx, own, source, take, id, words);
  const terms = createImportTerms(ctx, id);
  const before = new Map(
    (retriesImages ? await listImportItems(ctx.db, id) : []).map((post) => [post.key, post]),
  );
  const rows: ImportRow[] = [];
  const rowFor = async (index: number, { item, planned }: PlannedText): Promise<ImportRow> => {
    const post = before.get(planned?.key ?? '');
    if (planned === null || (planned.isThere && !post?.can_retry))
      return post ? importRow.parse(post.report) : rowWithoutPost(item, planned);
    return rowOfEnd(item, async () => {
      const prepared = await prepare(ctx, source, index, planned, { plan, take });
      const row = post?.can_retry
        ? await storeImages(ctx, prepared, post)
        : await storeItem(ctx, item, prepared, planned.key, { id, terms });
      return { row };
    });
  };
  await severalAtOnce([...plan.texts.entries()], atOnce, async ([index, text]) => {
    rows[index] = await rowFor(index, text);
    onProgress(rows.length, plan.texts.length);
  });
  const redirects = await addOldAddresses(ctx, id, source.facts, plan, rows);
  rows.push(...refusedRedirects(redirects));
  const totals = totalsOf(rows);
  const report = { id, system, totals, rows, redirects };
  await inTransaction(ctx, async ({ db: trx }) => {
    await updateImport(trx, id, { state: 'imported', problem: null, report: JSON.stringify(report) });
    if (totals.taken > before.size)
      await recordActivity(trx, ctx, {
        action: 'posts-imported',
        subject: { id, label: system },
        after: { taken: totals.taken - before.size, skipped: totals['left out'] + totals.failed },
      });
  });
  if (totals.taken > before.size) await analyzeTables(ctx.db);
  return report;
}

type PlannedText = ImportPlan['texts'][number];

/** Has a text prepared, once everything that it names has an address here. */
async function prepare(
  ctx: Core,
  source: OpenExport,
  index: number,
  planned: PlannedItem,
  { plan, take }: { plan: ImportPlan; take: TakeImage },
): Promise<PreparedItem> {
  const needs = await source.needs(index);
  const images = new Map<string, TakenImage>();
  for (const image of needs.images) images.set(image.address, await take(image));
  const { item } = plan.texts[index] ?? {};
  const links = new Map<string, string>();
  for (const link of item ? needs.links : []) {
    const target = item ? plan.newPaths.of(link, item) : null;
    if (target !== null) links.set(link, target);
  }
  const { site, timeZone } = source.facts;
  const dates = { timeZone: timeZone ?? ctx.timeZone, isDayFirst: plan.isDayFirst };
  return source.prepare(index, { images, links }, { planned, site, now: ctx.now(), ...dates });
}

/** The row of a text; that of one that failed says why. */
async function rowOfEnd(item: ListedItem, make: () => Promise<{ row: ImportRow }>): Promise<ImportRow> {
  try {
    return (await make()).row;
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    return { ...rowOf(item, null), outcome: 'failed', reason };
  }
}

function rowWithoutPost(item: ListedItem, planned: PlannedItem | null): ImportRow {
  const row = rowOf(item, planned?.path ?? null);
  if (item.failure !== null) return { ...row, outcome: 'failed', reason: item.failure };
  if (planned === null) return row;
  const reason = planned.path === null ? 'It was imported before and deleted since.' : '';
  return { ...row, outcome: 'there already', reason };
}

async function storeItem(
  ctx: Core & Secrets & TextWork,
  item: ListedItem,
  { state, earlier, row }: PreparedItem,
  creationKey: string,
  { id, terms }: { id: string; terms: ImportTerms },
): Promise<ImportRow> {
  if (row.outcome !== 'taken') return row;
  const chosen = await chooseTerms(item, terms, row);
  await retryAfterDeadlock(() =>
    inTransaction(ctx, async (trx) => {
      const created = await storePost(trx, null, { ...state, ...chosen }, { creationKey }, earlier);
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
  ctx: Core & Secrets & TextWork,
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
async function chooseTerms(item: ListedItem, terms: ImportTerms, row: ImportRow) {
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
