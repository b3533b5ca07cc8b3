import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { expect } from 'vitest';

import { createImagesOnDisk } from '#adapters/images-on-disk.ts';
import { createImageProcessor } from '#adapters/image-processor.ts';

import { countAllViews } from '#db/queries/views.ts';
import { imageFolders } from '#domain/images/image.ts';
import { listImages } from '#domain/images/find-images.ts';
import { findCaseStudyAddress, listCaseStudies } from '#domain/posts/case-studies.ts';
import { listPosts } from '#domain/posts/list-posts.ts';
import { findPostAddress } from '#domain/posts/find-post-address.ts';
import { listFeaturedPosts } from '#domain/posts/list-featured-posts.ts';
import { listPublishedPosts } from '#domain/posts/list-published-posts.ts';
import { updatePost } from '#domain/posts/update-post.ts';
import { test } from '#tests/database.ts';
import { contextAs, newPost, plainHash } from '#tests/factories.ts';
import { caseStudies } from './case-studies.ts';
import { posts } from './content.ts';
import { images } from './demonstration-images.ts';
import { listViewablePosts } from './past-views.ts';
import { seedDemonstration } from './seed.ts';

const silent = () => {};

test('seedDemonstration creates the requested posts, terms, authors and views', async ({ db }) => {
  const ctx = await contextAs(db, 'editor');
  const added = await seedDemonstration(ctx, plainHash, { posts: 30, views: 700 }, silent);

  expect(added).toEqual({
    authors: 3,
    categories: 6,
    tags: 14,
    posts: 30,
    caseStudies: 6,
    images: 0,
    views: 700,
  });
  expect((await listPosts(ctx, { search: '', page: 1 })).total).toBe(30);
  expect(await countAllViews(db)).toBe(700);
  expect(await listFeaturedPosts(ctx)).toMatchObject([
    { slug: 'a-year-of-agentic-engineering', author: 'Anjali Rao', authorSlug: 'anjali-rao' },
    { slug: 'reviewing-what-an-agent-wrote' },
  ]);
});

test('every day with views has fewer visitors than views, and the public pages have both', async ({ db }) => {
  const ctx = await contextAs(db, 'editor');
  await seedDemonstration(ctx, plainHash, { posts: 24, views: 5000 }, silent);
  const days = await db.selectFrom('site_daily_views').select(['day', 'views', 'visitors']).execute();
  expect(days.length).toBeGreaterThan(30);
  expect(days.filter(({ views, visitors }) => visitors < 1 || visitors > views)).toEqual([]);
  const sum = (of: (day: { views: number; visitors: number }) => number) =>
    days.reduce((total, day) => total + of(day), 0);
  expect(sum((day) => day.visitors) / sum((day) => day.views)).toBeLessThan(0.9);

  const pages = await db.selectFrom('page_daily_views').select(['page', 'views', 'visitors']).execute();
  expect(new Set(pages.map(({ page }) => page))).toContain('/contact');
  expect(pages.filter(({ views, visitors }) => visitors < 1 || visitors > views)).toEqual([]);

  await seedDemonstration(ctx, plainHash, { posts: 24, views: 5000 }, silent);
  expect(await db.selectFrom('site_daily_views').select(['day', 'views', 'visitors']).execute()).toEqual(
    expect.arrayContaining(days),
  );
});

test('seedDemonstration adds what is missing when it runs again, and keeps what was changed since', async ({
  db,
}) => {
  const ctx = await contextAs(db, 'editor');
  await seedDemonstration(ctx, plainHash, { posts: 26, views: 100 }, silent);
  const address = await findPostAddress(ctx, 'writing-decisions-down');
  if (address.kind !== 'post') throw new Error('The post is missing.');
  const { creationKey: _, ...edit } = newPost({
    title: 'Renamed',
    slug: 'renamed',
    published: true,
    publishDay: '2020-01-01',
    version: 1,
  });
  await updatePost(ctx, address.post.id, edit);

  const again = await seedDemonstration(ctx, plainHash, { posts: 28, views: 150 }, silent);
  expect(again).toEqual({
    authors: 0,
    categories: 0,
    tags: 0,
    posts: 2,
    caseStudies: 0,
    images: 0,
    views: 50,
  });
  expect(await findPostAddress(ctx, 'renamed')).toMatchObject({ kind: 'post', post: { title: 'Renamed' } });
});

test('seedDemonstration stores images with alt texts, once', async ({ db }) => {
  const folder = await mkdtemp(join(tmpdir(), 'anyforge-test-'));
  const processor = createImageProcessor();
  try {
    const ctx = await contextAs(db, 'editor');
    const parts = { ...plainHash, images: { store: createImagesOnDisk(folder), processor } };
    const wanted = { posts: 2, views: 0 };
    // Two articles with an image in their body, two case studies with a logo.
    expect((await seedDemonstration(ctx, parts, wanted, silent)).images).toBe(8);

    const library = await listImages(ctx, { search: '', filter: 'all', page: 1 });
    const files = await Promise.all(imageFolders.map((one) => readdir(join(folder, one)).catch(() => [])));
    expect(files.flat().toSorted()).toEqual(library.items.map(({ src }) => basename(src)).toSorted());
    for (const { alt, caption, uses, width, height } of library.items) {
      const isLogo = width === 480;
      expect([alt, caption]).toEqual([
        expect.stringMatching(/\w/),
        isLogo ? null : expect.stringMatching(/\w/),
      ]);
      expect(uses).toHaveLength(1);
      expect([width, height]).toEqual(isLogo ? [480, 160] : [1600, 1000]);
    }
    const found = await findPostAddress(ctx, 'reviewing-what-an-agent-wrote');
    if (found.kind !== 'post') throw new Error('The post is missing.');
    expect(found.post.image?.alt).toBe(images.boats.alt);
    expect(found.post.images).toMatchObject([{ alt: images['shelves-of-tests'].alt }]);
    expect(found.post.content).toContain(`<figcaption>${images['shelves-of-tests'].caption}</figcaption>`);

    expect(await findCaseStudyAddress(ctx, 'same-as-last-tuesday')).toMatchObject({
      caseStudy: { image: { alt: images.van.alt }, facts: { clientLogo: { alt: 'Morrow Bakery Supply' } } },
    });

    expect((await seedDemonstration(ctx, parts, wanted, silent)).images).toBe(0);
  } finally {
    await processor.close();
    await rm(folder, { recursive: true });
  }
});

test('seedDemonstration creates the case studies in the order of the table, with their facts', async ({
  db,
}) => {
  const ctx = await contextAs(db, 'editor');
  await seedDemonstration(ctx, plainHash, { posts: 24, views: 0 }, silent);
  const list = await listCaseStudies(ctx);
  expect(list?.items.map(({ slug }) => slug)).toEqual(caseStudies.map(({ slug }) => slug));
  for (const { slug, client, services, technologies, year, results, quote, link } of caseStudies)
    expect(await findCaseStudyAddress(ctx, slug)).toMatchObject({
      caseStudy: { facts: { client, services, technologies, year, results, quote: quote ?? null, link } },
    });
});

test('drafts and scheduled posts are not public and have no views', async ({ db }) => {
  const ctx = await contextAs(db, 'editor');
  await seedDemonstration(ctx, plainHash, { posts: posts.length, views: 50 }, silent);
  const unseen = posts.filter(({ daysAgo }) => daysAgo === null || daysAgo < 0);
  expect(await listPublishedPosts(ctx, { page: 1 })).toMatchObject({ total: posts.length - unseen.length });
  expect(await listViewablePosts(db)).toHaveLength(posts.length - unseen.length);
});

test('seedDemonstration without posts adds no views', async ({ db }) => {
  const ctx = await contextAs(db, 'editor');
  expect(await seedDemonstration(ctx, plainHash, { posts: 0, views: 10 }, silent)).toMatchObject({
    posts: 0,
    caseStudies: 0,
    views: 0,
  });
});
