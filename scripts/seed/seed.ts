import { randomBytes } from 'node:crypto';

import { findAccountByEmail } from '#db/queries/accounts.ts';
import { findAdminByUser } from '#db/queries/admins.ts';
import { findAuthorRow } from '#db/queries/authors.ts';
import { findPostByCreationKey } from '#db/queries/posts.ts';
import { findSiteDocument } from '#db/queries/site-documents.ts';
import { findCategoryBySlug, findTagBySlug } from '#db/queries/terms.ts';
import { countAllViews, makeViewMonths, rebuildViewSums, type ViewSource } from '#db/queries/views.ts';
import { insertPastViews, insertPastVisits, listViewablePosts, type PastViews } from './past-views.ts';
import { runTransaction, retryAfterDeadlock } from '#db/transaction.ts';
import { addAccount } from '#domain/accounts/roles/create-admin-account.ts';
import type { Actor } from '#domain/actor.ts';
import type { Auth } from '#domain/accounts/auth.ts';
import type { DomainContext } from '#domain/context.ts';
import type { ImageFolder } from '#domain/images/image.ts';
import { createPost } from '#domain/posts/create-post.ts';
import { defaultWords } from '#domain/site/site-words.ts';
import { writeSiteDocument } from '#domain/site/write-site-document.ts';
import { createCategory, createTag, createTerm } from '#domain/taxonomy/create-term.ts';
import { dayInZone } from '#domain/text/dates.ts';
import { slugify } from '#domain/text/transliterate.ts';
import { imagesIn, readArticle, readCaseStudy, readSections, withFigures } from './articles.ts';
import { caseStudies, fieldsOfCaseStudy } from './case-studies.ts';
import { composePost } from './compose-post.ts';
import { authors, categories, posts, tags } from './content.ts';
import type { SeedOptions } from './options.ts';
import { progressOf } from '../progress.ts';
import { seededRandom, stableId } from './random.ts';
import type { ImageName } from './demonstration-images.ts';
import { storeImages, type ImageServices, type StoredImages } from './store-images.ts';
import { untilAvailable } from './until-available.ts';
import { viewHistory } from './view-history.ts';
import { viewSourceOf } from './view-sources.ts';
import { createVisitorHistory } from './visitor-history.ts';

/** Posts per transaction: a commit for each would take most of the time. */
const postsPerTransaction = 50;
const viewsPerStatement = 20_000;
/** The first ten articles are in English and have sections; composed posts are made of them. */
const sourceSlugs = posts.slice(0, 10).map(({ slug }) => slug);
/** Number of concurrent transactions or statements. */
const atOnce = 3;

export type SeedReport = {
  authors: number;
  categories: number;
  tags: number;
  posts: number;
  caseStudies: number;
  images: number;
  views: number;
};

/** Ids by the keys that the content uses. Authors whose role was removed are missing. */
type ContentIds = {
  authors: Map<string, string>;
  categories: Map<string, string>;
  tags: Map<string, string>;
};

type NewPost = { creationKey: string } & Record<string, unknown>;

/**
 * Fills a site with demonstration content through the verbs of the domain. When it runs again, it adds what is missing: it
 * finds its earlier content by creation key, slug or email and does not change it.
 * @param parts.images without them posts have no images
 * @param announce gets a line for each step, and for the progress of long ones
 * @returns the numbers of added records
 */
export async function seedDemonstration(
  ctx: Omit<DomainContext, 'actor'>,
  parts: Pick<Auth, 'hashPassword'> & { images?: ImageServices },
  wanted: SeedOptions,
  announce: (line: string) => void,
): Promise<SeedReport> {
  const people = await untilAvailable(() => addAuthors(ctx, parts), announce);
  const acting: DomainContext = { ...ctx, actor: people.actor };
  await untilAvailable(() => addPublicAuthors(acting, people.ids), announce);
  const addCategories = () =>
    addTerms(
      categories,
      (slug) => findCategoryBySlug(ctx.db, slug),
      (term) => createCategory(acting, term),
    );
  const addTags = () =>
    addTerms(
      tags,
      (slug) => findTagBySlug(ctx.db, slug),
      (term) => createTag(acting, term),
    );
  const categoryIds = await untilAvailable(addCategories, announce);
  const tagIds = await untilAvailable(addTags, announce);
  announce(`Authors, categories and tags: ${people.added + categoryIds.added + tagIds.added} added.`);

  const ids = { authors: people.ids, categories: categoryIds.ids, tags: tagIds.ids };
  const added = await addPosts(acting, { ids, images: parts.images }, wanted.posts, announce);
  const addedViews = await addViews(ctx, wanted.views, announce);
  return {
    authors: people.added,
    categories: categoryIds.added,
    tags: tagIds.added,
    ...added,
    views: addedViews,
  };
}

/** The authors have random passwords, because their accounts are not for signing in. The first one creates the content. */
async function addAuthors(ctx: Pick<DomainContext, 'db'>, auth: Pick<Auth, 'hashPassword'>) {
  const ids = new Map<string, string>();
  let added = 0;
  let actor: Actor | null = null;
  for (const { email, displayName } of authors) {
    let userId = (await findAccountByEmail(ctx.db, email))?.id;
    if (userId === undefined) {
      const password = randomBytes(32).toString('base64url');
      const account = { email, password, displayName };
      ({ userId } = await addAccount(ctx, auth, account, { role: 'editor', by: 'command line' }));
      added += 1;
    }
    const admin = await findAdminByUser(ctx.db, userId);
    if (admin) ids.set(email, userId);
    actor ??= { userId, email, name: displayName, role: 'editor' };
  }
  return { ids, added, actor };
}

const team = new Map(defaultWords.about.team.map((person) => [person.name, person]));

/** Gives the accounts public authors, and the cards of the team links to their pages, unless the owner edited those. */
async function addPublicAuthors(ctx: DomainContext, ids: ContentIds['authors']): Promise<void> {
  for (const { email, displayName: name } of authors) {
    const userId = ids.get(email);
    const person = team.get(name);
    if (!userId || !person || (await findAuthorRow(ctx.db, { userId }))) continue;
    const { role, bio, profileLabel, profileAddress } = person;
    const links = [
      { label: profileLabel, address: profileAddress },
      { label: 'Code', address: `https://code.example/${slugify(name)}` },
    ];
    await createTerm(ctx, 'author', { name, role, bio, links, userId });
  }
  if (await findSiteDocument(ctx.db, 'about')) return;
  const withLinks = defaultWords.about.team.map((person) => ({
    ...person,
    authorAddress: `/authors/${slugify(person.name)}`,
  }));
  // Not published by the owner: the page stays marked as an example.
  await writeSiteDocument(
    { ...ctx, actor: null },
    'about',
    ({ published, draft }) => ({ published: { ...published, team: withLinks }, draft }),
    { kind: 'save', version: null, key: null, action: null },
  );
}

async function addTerms<Term extends { slug: string }>(
  terms: readonly Term[],
  find: (slug: string) => Promise<{ id: string } | undefined>,
  create: (term: Term) => Promise<{ id: string }>,
) {
  const ids = new Map<string, string>();
  let added = 0;
  for (const term of terms) {
    const existing = await find(term.slug);
    ids.set(term.slug, (existing ?? (await create(term))).id);
    if (!existing) added += 1;
  }
  return { ids, added };
}

async function addPosts(
  ctx: DomainContext,
  { ids, images }: { ids: ContentIds; images: ImageServices | undefined },
  wanted: number,
  announce: (line: string) => void,
): Promise<Pick<SeedReport, 'posts' | 'caseStudies' | 'images'>> {
  const today = dayInZone(ctx.now(), ctx.timeZone);
  const articles = posts.slice(0, wanted);
  const studies = caseStudies.slice(0, wanted);
  const composed = wanted - articles.length;
  const progress = progressOf('Posts', wanted, announce);
  // The oldest first, so that the newest are created last.
  const inOrder = articles.toSorted((a, b) => (b.daysAgo ?? -Infinity) - (a.daysAgo ?? -Infinity));

  const stored = images ? await addImages(ctx, images, inOrder, studies) : new Map();
  if (stored.size > 0) announce(`Images: ${stored.size} stored.`);
  const sections = await readSections(sourceSlugs);
  let added = await inBatches(ctx, composedPosts(ids, today, composed, sections), progress.add, announce);
  for (const post of inOrder) {
    const article = await articlePost(post, ids, today, stored);
    const addedNow = await untilAvailable(() => addMissing(ctx, [article]), announce);
    added += addedNow;
    progress.add(1);
  }
  announce(`Posts: ${count(added)} added, ${count(wanted - added)} existed already.`);
  const studiesToAdd = await Promise.all(studies.map((study) => caseStudyPost(study, ids, today, stored)));
  const addedStudies = await untilAvailable(() => addMissing(ctx, studiesToAdd), announce);
  announce(`Case studies: ${addedStudies} added, ${studies.length - addedStudies} existed already.`);
  return { posts: added, caseStudies: addedStudies, images: stored.size };
}

/** Stores the images of those articles and case studies that do not exist yet. */
async function addImages(
  ctx: DomainContext,
  parts: ImageServices,
  articles: readonly (typeof posts)[number][],
  studies: readonly (typeof caseStudies)[number][],
): Promise<StoredImages> {
  const wanted = new Map<ImageName, ImageFolder>();
  for (const { slug, image } of articles) {
    if (await findPostByCreationKey(ctx.db, creationKeyOf(slug))) continue;
    if (image !== undefined) wanted.set(image, 'featured-images');
    for (const name of imagesIn(await readArticle(slug))) wanted.set(name, 'editor-images');
  }
  for (const { slug, image, logo } of studies) {
    if (await findPostByCreationKey(ctx.db, creationKeyOf(slug))) continue;
    for (const name of [image, logo]) if (name !== undefined) wanted.set(name, 'featured-images');
  }
  return storeImages(ctx, parts, wanted);
}

function creationKeyOf(slug: string): string {
  return stableId(`post ${slug}`);
}

/** Adds posts in batches, several at once. */
async function inBatches(
  ctx: DomainContext,
  all: Iterator<NewPost>,
  done: (posts: number) => void,
  announce: (line: string) => void,
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

async function addMissing(ctx: DomainContext, batch: readonly NewPost[]): Promise<number> {
  // Batches update the same rows of the search's vocabulary.
  const added = await retryAfterDeadlock(() =>
    runTransaction(ctx.db, async (trx) => {
      const inside = { ...ctx, db: trx, contentChanged: () => {} };
      let created = 0;
      for (const post of batch) {
        if (await findPostByCreationKey(trx, post.creationKey)) continue;
        await createPost(inside, post);
        created += 1;
      }
      return created;
    }),
  );
  if (added > 0) ctx.contentChanged(undefined);
  return added;
}

async function articlePost(
  post: (typeof posts)[number],
  ids: ContentIds,
  today: string,
  stored: StoredImages,
): Promise<NewPost> {
  const featured = post.image === undefined ? undefined : stored.get(post.image);
  return {
    creationKey: creationKeyOf(post.slug),
    title: post.title,
    slug: post.slug,
    excerpt: post.excerpt,
    content: withFigures(await readArticle(post.slug), stored),
    featuredImage: featured?.src ?? null,
    categoryId: post.category === null ? null : ids.categories.get(post.category),
    tagIds: post.tags.map((tag) => ids.tags.get(tag)),
    authorId: ids.authors.get(post.author) ?? null,
    published: post.daysAgo !== null,
    featured: post.featured ?? false,
    publishDay: post.daysAgo === null ? null : daysBefore(today, post.daysAgo),
    publishTime: post.time ?? '09:30',
    displayDay: post.displayDaysAgo === undefined ? null : daysBefore(today, post.displayDaysAgo),
  };
}

async function caseStudyPost(
  study: (typeof caseStudies)[number],
  ids: ContentIds,
  today: string,
  stored: StoredImages,
): Promise<NewPost> {
  const addressOf = (name: ImageName | undefined) => (name && stored.get(name)?.src) ?? null;
  return {
    ...fieldsOfCaseStudy(study),
    creationKey: creationKeyOf(study.slug),
    content: await readCaseStudy(study.slug),
    featuredImage: addressOf(study.image),
    clientLogo: addressOf(study.logo),
    tagIds: study.tags.map((tag) => ids.tags.get(tag)),
    authorId: ids.authors.get(study.author) ?? null,
    published: true,
    featured: false,
    publishDay: daysBefore(today, study.daysAgo),
    publishTime: '09:30',
  };
}

function* composedPosts(
  ids: ContentIds,
  today: string,
  total: number,
  sections: readonly string[],
): Generator<NewPost> {
  const categoryIds = [...ids.categories.values()];
  const tagIds = [...ids.tags.values()];
  const authorIds = [...ids.authors.values()];
  for (let index = 0; index < total; index += 1) {
    const post = composePost(index, sections);
    yield {
      creationKey: stableId(`composed post ${index}`),
      title: post.title,
      excerpt: post.excerpt,
      content: post.content,
      categoryId: categoryIds[post.category % categoryIds.length],
      tagIds: [...new Set(post.tags.map((tag) => tagIds[tag % tagIds.length]))],
      authorId: authorIds[post.author % authorIds.length] ?? null,
      published: post.daysAgo !== null,
      featured: false,
      publishDay: post.daysAgo === null ? null : daysBefore(today, post.daysAgo),
      publishTime: post.time,
    };
  }
}

async function addViews(
  ctx: Pick<DomainContext, 'db' | 'now'>,
  wanted: number,
  announce: (line: string) => void,
): Promise<number> {
  const before = await countAllViews(ctx.db);
  const readable = await listViewablePosts(ctx.db);
  const missing = readable.length === 0 ? 0 : Math.max(0, wanted - before);
  const progress = progressOf('Views', missing, announce);
  const visitors = createVisitorHistory(seededRandom(missing + 1));
  const history = viewStatements(readable, missing, ctx.now(), visitors.add);
  const [oldest] = readable;
  if (oldest && missing > 0) await makeViewMonths(ctx.db, oldest.published_at, ctx.now());

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
    announce('Adding up the views.');
    await untilAvailable(() => rebuildViewSums(ctx.db), announce);
  }
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

/** The calendar day `days` before `day`. */
function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
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
