import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findAccountByEmail } from '#db/queries/accounts.ts';
import { findAuthorRow, linkAccount } from '#db/queries/authors.ts';
import { findAdminByEmail } from '#db/queries/imports.ts';
import { findStored } from '#db/queries/posts.ts';
import { findSiteDocument } from '#db/queries/site-documents.ts';
import { findTerm } from '#db/queries/managed-terms.ts';
import { analyzeTables } from '#db/queries/server-facts.ts';
import type { ViewSource } from '#db/queries/views.ts';
import { retryAfterDeadlock } from '#db/transaction.ts';
import type { Auth } from '#domain/accounts/auth.ts';
import { addAccount } from '#domain/accounts/invitations/create-admin-account.ts';
import { inTransaction, type Actor } from '#domain/core/context.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import type { ImportItem } from '#domain/imports/import-item.ts';
import type { ImportParts } from '#domain/imports/import-images.ts';
import { imageAddress } from '#domain/images/image.ts';
import { openExport } from '#domain/imports/open-export.ts';
import { runImport } from '#domain/imports/run-import.ts';
import { kinds, type PostKind } from '#domain/core/kinds.ts';
import { emptyState } from '#domain/posts/post-state.ts';
import type { PostState } from '#domain/posts/post-fields.ts';
import { storePost } from '#domain/posts/store-post.ts';
import { defaultWords } from '#domain/site/site-words.ts';
import { writeSiteDocument } from '#domain/site/write-site-document.ts';
import { dayInZone, instantFromLocal } from '#domain/fields/dates.ts';
import { slugify } from '#domain/fields/slugify.ts';
import { progressOf } from '../progress.ts';
import { composePost } from './compose-post.ts';
import { addFirstYear } from './first-year.ts';
import {
  dayAfter,
  emailOf,
  readDemonstration,
  readerOf,
  sectionsOf,
  type Demonstration,
} from './demonstration.ts';
import type { SeedOptions } from './options.ts';
import {
  countAllViews,
  insertPastViews,
  insertPastVisits,
  listViewablePosts,
  remakeFigures,
  type PastViews,
} from './past-views.ts';
import { seededRandom, stableId } from './random.ts';
import { untilAvailable } from './until-available.ts';
import { viewHistory } from './view-history.ts';
import { viewSourceOf } from './view-sources.ts';
import { createVisitorHistory } from './visitor-history.ts';

/** Posts per transaction: a commit for each would take most of the time. */
const postsPerTransaction = 50;
const viewsPerStatement = 50_000;
/** Number of concurrent transactions or statements. */
const atOnce = 3;

export type SeedReport = {
  authors: number;
  posts: number;
  caseStudies: number;
  images: number;
  messages: number;
  views: number;
};

type SeedServices = Pick<Auth, 'hashPassword'> & Pick<ImportParts, 'store' | 'processor'>;
type Announce = (line: string) => void;
type NewPost = PostState & { creationKey: string };

/**
 * Fills a site with the demonstration content, which is imported like any export, and with generated posts and views. When
 * it runs again, it adds what is missing; what is there already is not changed.
 * @param wanted.withImages false: posts have no images, which is faster
 * @param announce gets a line for each step, and for the progress of long ones
 * @returns the numbers of added records
 */
export async function seedDemonstration(
  ctx: Omit<DomainContext, 'actor'>,
  services: SeedServices,
  wanted: SeedOptions & { withImages?: boolean },
  announce: Announce,
): Promise<SeedReport> {
  const demonstration = await readDemonstration();
  const people = await untilAvailable(() => addAuthors(ctx, services, demonstration), announce);
  const acting: DomainContext = { ...ctx, actor: people.actor };
  announce(`Authors: ${people.added} added.`);
  const folder = await mkdtemp(join(tmpdir(), 'anyforge-seed-'));
  try {
    const parts = { ...services, folder, fetchImage: null };
    const added = await addContent(acting, parts, demonstration, wanted, announce);
    const messages = await untilAvailable(() => addFirstYear(ctx, people.actor), announce);
    announce(`Messages: ${messages} added.`);
    const views = await addViews(ctx, wanted.views, announce);
    await analyzeTables(ctx.db);
    return { authors: people.added, ...added, messages, views };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Gives the authors accounts, which have random passwords because they are not for signing in. */
async function addAuthors(
  ctx: Omit<DomainContext, 'actor'>,
  auth: Pick<Auth, 'hashPassword'>,
  { own }: Demonstration,
) {
  let added = 0;
  let actor: Actor | null = null;
  for (const author of own.authors) {
    const email = emailOf(author.slug);
    let userId = (await findAccountByEmail(ctx.db, email))?.id;
    if (userId === undefined) {
      const account = { email, password: randomBytes(32).toString('base64url'), displayName: author.name };
      ({ userId } = await addAccount(ctx, auth, account, { role: 'editor', by: 'command line' }));
      added += 1;
    }
    // The first one adds the content. Who starts the command may do what an administrator may.
    actor ??= { userId, email, name: author.name, role: 'admin' };
  }
  return { added, actor };
}

/**
 * Gives the authors their accounts, and the cards of the team their portraits and links to their pages, unless the owner
 * edited them.
 */
async function linkTeam(ctx: DomainContext, { own }: Demonstration): Promise<void> {
  for (const { slug } of own.authors) {
    const author = await findAuthorRow(ctx.db, { slug });
    const account = await findAdminByEmail(ctx.db, emailOf(slug));
    if (author && account && !(await findAuthorRow(ctx.db, { userId: account.user_id })))
      await linkAccount(ctx.db, author.id, account.user_id);
  }
  if (await findSiteDocument(ctx.db, 'about')) return;
  const team = defaultWords.about.team.map(async (person) => {
    const slug = slugify(person.name);
    const { folder, image } = (await findAuthorRow(ctx.db, { slug })) ?? {};
    const portrait = folder && image ? imageAddress({ folder, name: image }) : '';
    return { ...person, portrait, authorAddress: `/authors/${slug}` };
  });
  const cards = await Promise.all(team);
  // Not published by the owner: the page stays marked as an example.
  await writeSiteDocument(
    { ...ctx, actor: null },
    'about',
    ({ published, draft }) => ({ published: { ...published, team: cards }, draft }),
    { kind: 'save' },
  );
}

async function addContent(
  ctx: DomainContext,
  parts: ImportParts,
  demonstration: Demonstration,
  wanted: SeedOptions & { withImages?: boolean },
  announce: Announce,
): Promise<Pick<SeedReport, 'posts' | 'caseStudies' | 'images'>> {
  const today = dayInZone(ctx.now(), ctx.timeZone);
  const articles = demonstration.posts.slice(0, wanted.posts);
  const studies = demonstration.caseStudies.slice(0, wanted.posts);
  const progress = progressOf('Posts', wanted.posts + studies.length, announce);
  const importTexts = (items: readonly ImportItem[]) => {
    const reader = readerOf(demonstration, items, { ...wanted, today });
    return untilAvailable(
      () =>
        runImport(ctx, openExport(demonstration.source, reader), parts, () => progress.add(1), {
          siteWords: 'publish',
        }),
      announce,
    );
  };
  // Composed posts need the categories and tags.
  await importTexts([]);
  await untilAvailable(() => linkTeam(ctx, demonstration), announce);
  const total = wanted.posts - articles.length;
  const sections = sectionsOf(demonstration.posts);
  const composed = composedPosts(
    await idsOf(ctx, demonstration),
    { today, timeZone: ctx.timeZone },
    total,
    sections,
  );
  const addedComposed = await inBatches(ctx, composed, progress.add, announce);
  // The oldest first, so that the newest are created last; drafts after them.
  const dateOf = ({ state }: ImportItem) => state.date ?? '9999';
  const inOrder = [...articles, ...studies].toSorted((one, other) => (dateOf(one) < dateOf(other) ? -1 : 1));
  const { rows, totals } = await importTexts(inOrder);
  const taken = (kind: PostKind) =>
    rows.filter((row) => row.outcome === 'taken' && row.kind === kinds[kind].noun).length;
  const posts = addedComposed + taken('post');
  const caseStudies = taken('case_study');
  announce(`Posts: ${count(posts)} added, ${count(wanted.posts - posts)} existed already.`);
  announce(`Case studies: ${caseStudies} added, ${studies.length - caseStudies} existed already.`);
  announce(`Images: ${totals.images} added.`);
  return { posts, caseStudies, images: totals.images };
}

/** Ids of what composed posts belong to. */
async function idsOf({ db }: DomainContext, { own }: Demonstration) {
  const ids: Record<'categories' | 'tags' | 'authors', string[]> = { categories: [], tags: [], authors: [] };
  const add = (to: string[], id: string | undefined) => id !== undefined && to.push(id);
  for (const { slug } of own.categories) add(ids.categories, (await findTerm(db, 'category', { slug }))?.id);
  for (const { slug } of own.tags) add(ids.tags, (await findTerm(db, 'tag', { slug }))?.id);
  for (const { slug } of own.authors) add(ids.authors, (await findAdminByEmail(db, emailOf(slug)))?.user_id);
  return ids;
}

/** Adds posts in batches, several at once. */
async function inBatches(
  ctx: DomainContext,
  all: Iterator<NewPost>,
  done: (posts: number) => void,
  announce: Announce,
): Promise<number> {
  let added = 0;
  const work = async () => {
    for (
      let batch = take(all, postsPerTransaction);
      batch.length > 0;
      batch = take(all, postsPerTransaction)
    ) {
      const addedNow = await untilAvailable(() => addMissing(ctx, batch), announce);
      added += addedNow;
      done(batch.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return added;
}

function addMissing(ctx: DomainContext, batch: readonly NewPost[]): Promise<number> {
  // Several batches change the same sums.
  return retryAfterDeadlock(() =>
    inTransaction(ctx, async (tx) => {
      let created = 0;
      for (const post of batch) {
        if (await findStored(tx.db, { creation_key: post.creationKey })) continue;
        await storePost(tx, null, post, post);
        created += 1;
      }
      return created;
    }),
  );
}

function* composedPosts(
  ids: Awaited<ReturnType<typeof idsOf>>,
  { today, timeZone }: { today: string; timeZone: string },
  total: number,
  sections: readonly string[],
): Generator<NewPost> {
  for (let index = 0; index < total; index += 1) {
    const post = composePost(index, sections);
    yield {
      ...emptyState('post'),
      creationKey: stableId(`composed post ${index}`),
      title: post.title,
      excerpt: post.excerpt,
      content: post.content,
      categoryId: ids.categories[post.category % ids.categories.length] ?? null,
      tagIds: post.tags.flatMap((tag) => ids.tags[tag % ids.tags.length] ?? []),
      authorId: ids.authors[post.author % ids.authors.length] ?? null,
      published: post.daysAgo !== null,
      featured: false,
      publishedAt:
        post.daysAgo === null ? null : instantFromLocal(dayAfter(today, -post.daysAgo), post.time, timeZone),
    };
  }
}

async function addViews(
  ctx: Pick<DomainContext, 'db' | 'now'>,
  wanted: number,
  announce: Announce,
): Promise<number> {
  const before = await countAllViews(ctx.db);
  const readable = await listViewablePosts(ctx.db);
  const missing = readable.length === 0 ? 0 : Math.max(0, wanted - before);
  const progress = progressOf('Views', missing, announce);
  const visitors = createVisitorHistory(seededRandom(missing + 1));
  const history = viewStatements(readable, missing, ctx.now(), visitors.add);

  const work = async () => {
    for (let next = history.next(); !next.done; next = history.next()) {
      const { value } = next;
      await untilAvailable(() => insertPastViews(ctx.db, value), announce);
      progress.add(value.seconds.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (missing > 0) {
    const visits = visitors.visits();
    await untilAvailable(() => insertPastVisits(ctx.db, visits), announce);
  }
  announce('Adding up the views.');
  // Always: a run that was cut off may have added views without adding them up.
  await untilAvailable(() => remakeFigures(ctx.db), announce);
  announce(`Views: ${count(missing)} added, ${count(before)} existed already.`);
  return missing;
}

function* viewStatements(
  readable: readonly { id: string; published_at: Date }[],
  total: number,
  now: Date,
  onView: (second: number) => void,
): Generator<PastViews> {
  const publishedAt = readable.map((post) => post.published_at.getTime() / 1000);
  const random = seededRandom(total);
  let postIds: string[] = [];
  let seconds: number[] = [];
  let sources: ViewSource[] = [];
  for (const day of viewHistory(publishedAt, total, now.getTime() / 1000, random)) {
    for (const [index, second] of day.seconds.entries()) {
      const post = readable[day.posts[index] ?? 0];
      if (!post) continue;
      postIds.push(post.id);
      seconds.push(second);
      onView(second);
      sources.push(viewSourceOf(random));
      if (seconds.length < viewsPerStatement) continue;
      yield { postIds, seconds, sources };
      postIds = [];
      seconds = [];
      sources = [];
    }
  }
  if (seconds.length > 0) yield { postIds, seconds, sources };
}

function take<Item>(items: Iterator<Item>, limit: number): Item[] {
  const taken: Item[] = [];
  while (taken.length < limit) {
    const next = items.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}

function count(n: number): string {
  return n.toLocaleString('en-US');
}
