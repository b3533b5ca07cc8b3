import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, expect } from 'vitest';

import { createImagesOnDisk } from '#adapters/image-store.ts';
import { createImageProcessor } from '#adapters/image-processor.ts';

import type { DomainContext } from '#app/http/request-context.ts';
import { imageFolders } from '#domain/images/image.ts';
import { listImages } from '#domain/images/find-images.ts';
import { findCaseStudyAddress, listCaseStudies } from '#domain/posts/case-studies.ts';
import { findAuthor } from '#domain/posts/find-author.ts';
import { listPosts } from '#domain/posts/list-posts.ts';
import { findPostAddress } from '#domain/posts/find-post-address.ts';
import { listFeaturedPosts } from '#domain/posts/list-featured-posts.ts';
import { listPublishedPosts } from '#domain/posts/list-published-posts.ts';
import { test } from '#tests/database.ts';
import { contextAs, edited, plainHash } from '#tests/factories.ts';
import { useFolder } from '#tests/folder.ts';
import { updatePost } from '#tests/post-forms.ts';
import { readDemonstration } from './demonstration.ts';
import { countAllViews, listViewablePosts } from './past-views.ts';
import { seedDemonstration } from './seed.ts';

const silent = () => {};
const demonstration = await readDemonstration();
const processor = createImageProcessor();
const folder = useFolder();
afterAll(() => processor.close());

/** Without images unless it says so: they take most of the time. */
function seed(
  ctx: DomainContext,
  { withImages = false, ...wanted }: { posts: number; views: number; withImages?: boolean },
  announce: (line: string) => void = silent,
) {
  const services = { ...plainHash, store: createImagesOnDisk(folder), processor };
  return seedDemonstration(ctx, services, { ...wanted, withImages }, announce);
}

test('a site is filled as asked, again only with what is missing', async ({ db }) => {
  const ctx = await contextAs(db, 'editor');
  const added = await seed(ctx, { posts: 30, views: 3000 });
  expect(added).toEqual({ authors: 3, posts: 30, caseStudies: 6, images: 0, messages: 57, views: 3000 });
  expect((await listPosts(ctx, { search: '', page: 1 })).total).toBe(30);
  expect(await countAllViews(db)).toBe(3000);
  // Autovacuum is off in tests.
  const { rows } = await sql`
    select reltuples::int as estimate from pg_class where relname = 'blog_post_metrics'`.execute(db);
  expect(rows).toEqual([{ estimate: 3000 }]);
  expect(await listFeaturedPosts(ctx)).toMatchObject([
    { slug: 'a-year-of-agentic-engineering', author: 'Anjali Rao', authorSlug: 'anjali-rao' },
    { slug: 'reviewing-what-an-agent-wrote' },
  ]);

  // One of the articles is scheduled and two are drafts: they are not public and have no views.
  expect(demonstration.posts.length).toBeLessThanOrEqual(30);
  expect(await listPublishedPosts(ctx, { page: 1 })).toMatchObject({ total: 27 });
  expect(await listViewablePosts(db)).toHaveLength(27);

  const list = await listCaseStudies(ctx);
  expect(list?.items.map(({ slug }) => slug)).toEqual(demonstration.caseStudies.map(({ slug }) => slug));
  expect(list?.items[0]?.slug).toBe('one-timetable-instead-of-eleven');

  const address = await findPostAddress(ctx, 'writing-decisions-down');
  if (address.kind !== 'post') throw new Error('The post is missing.');
  const fields = { title: 'Renamed', slug: 'renamed', published: true, publishedAt: '2020-01-01' };
  await updatePost(ctx, address.post.id, edited(fields));
  const again = await seed(ctx, { posts: 32, views: 3050 });
  expect(again).toEqual({ authors: 0, posts: 2, caseStudies: 0, images: 0, messages: 0, views: 50 });
  expect(await findPostAddress(ctx, 'renamed')).toMatchObject({ kind: 'post', post: { title: 'Renamed' } });
});

test('seedDemonstration stores images with alt texts, once', async ({ ctx }) => {
  const wanted = { posts: 2, views: 0, withImages: true };
  // Two articles with an image in their body, two case studies with a logo.
  expect((await seed(ctx, wanted)).images).toBe(8);

  const library = await listImages(ctx, { search: '', filter: 'all', page: 1 });
  const files = await Promise.all(imageFolders.map((one) => readdir(join(folder, one)).catch(() => [])));
  expect(files.flat().toSorted()).toEqual(library.items.map(({ src }) => basename(src)).toSorted());
  for (const { alt, caption, uses, width, height } of library.items) {
    const kind = width === 480 ? 'logo' : width === 720 ? 'portrait' : 'cover';
    expect([kind, alt, caption]).toEqual([
      kind,
      expect.stringMatching(/\w/),
      kind === 'cover' ? expect.stringMatching(/\w/) : null,
    ]);
    // Images of posts; a portrait is that of an author, and on a card of the team.
    expect(uses).toHaveLength(kind === 'portrait' ? 0 : 1);
    expect([width, height]).toEqual({ logo: [480, 160], portrait: [720, 720], cover: [1600, 1000] }[kind]);
  }
  expect((await findAuthor(ctx, 'theo-brandt'))?.portrait).toMatch(/\.webp$/);
  const found = await findPostAddress(ctx, 'reviewing-what-an-agent-wrote');
  if (found.kind !== 'post') throw new Error('The post is missing.');
  const boats = demonstration.own.images.find(({ path }) => path.endsWith('/boats.webp'));
  expect(found.post.image).toMatchObject({
    alt: boats?.alt,
    caption: boats?.caption,
    placeholder: expect.stringMatching(/\w/),
  });
  expect(found.post.images).toMatchObject([{ alt: expect.stringMatching(/^Three shelves of old books/) }]);
  expect(found.post.content).toContain('<figcaption>Names tell what a shelf is about');
  expect(await findCaseStudyAddress(ctx, 'same-as-last-tuesday')).toMatchObject({
    caseStudy: { facts: { clientLogo: { alt: 'Morrow Bakery Supply' } } },
  });

  expect((await seed(ctx, wanted)).images).toBe(0);
  expect((await listImages(ctx, { search: '', filter: 'all', page: 1 })).items).toHaveLength(11);
});

test('the dates are those of a site that was written in until today', async ({ db }) => {
  const ctx = { ...(await contextAs(db, 'editor')), now: () => new Date('2031-03-04T12:00:00Z') };
  await seed(ctx, { posts: 18, views: 0 });
  const { items } = await listPosts(ctx, { search: 'Eleven weeks with a bakery supplier', page: 1 });
  expect(items.map(({ publishedAt }) => publishedAt)).toEqual([new Date('2031-02-13T09:30:00Z')]);
  const found = await findPostAddress(ctx, 'the-next-intake-of-the-jv-program');
  expect(found.kind).not.toBe('post');
});

test('a run that was cut off goes on, and ends as one that was not', async ({ own }) => {
  const ctx = await contextAs(own.db, 'editor');
  const wanted = { posts: 21, views: 30 };
  const stopAt = (line: RegExp) => (said: string) => {
    if (line.test(said)) throw new Error('Killed.');
  };
  for (const line of [/^Authors/, /^Posts/, /^Adding up/])
    await expect(seed(ctx, wanted, stopAt(line))).rejects.toThrow('Killed.');
  await seed(ctx, wanted);
  expect((await listPosts(ctx, { search: '', page: 1 })).total).toBe(21);
  const daysOf = () =>
    own.db.selectFrom('view_days').selectAll().where('what', '=', 'site').orderBy('day').execute();
  const days = await daysOf();
  expect(await seed(ctx, wanted)).toEqual({
    authors: 0,
    posts: 0,
    caseStudies: 0,
    images: 0,
    messages: 0,
    views: 0,
  });
  expect(await daysOf()).toEqual(days);
  expect(days.reduce((total, { views }) => total + Number(views), 0)).toBe(30);
});
