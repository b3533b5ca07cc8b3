import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import type { Database } from '#db/client.ts';
import { kindNames, kinds, pathOf, type PostKind } from '#domain/core/kinds.ts';
import { factNames, hasField, postFields, type AnyType } from '#domain/posts/post-fields.ts';
import { createPublishedWords, readContent } from '#domain/site/published-words.ts';
import type { Render } from '#server/responses/framework.ts';
import { useDatabase } from '#tests/database.ts';
import { contextAs } from '#tests/factories.ts';
import { listDifferences } from '#tests/list-differences.ts';
import { createWebUnderTest } from '#tests/web-under-test.ts';
import { type SiteUnderTest, startSite } from '#tests/site-under-test.ts';
import { seededRandom } from '../../scripts/seed/random.ts';

/** Random writes at an SQL prompt: a kept page never differs from one that is rendered at that moment. */

const origin = 'https://firm.example';
/** More with STEPS; a failure is repeated with its SEED. */
const steps = Number(process.env['STEPS'] ?? 4);

const database = useDatabase();
let site: SiteUnderTest;
let render: Render;

beforeAll(async () => {
  const words = createPublishedWords();
  ({ render } = await createWebUnderTest(database.db, words));
  site = await startSite({ render, contentVersion: (since) => readContent(database.db, words, since) });
  await fill();
});

afterAll(() => site.close());

async function fill(): Promise<void> {
  const { actor } = await contextAs(database.db, 'editor');
  await sql`
    insert into blog_categories (name, slug) select 'Category ' || n, 'category-' || n
    from generate_series(1, 3) n`.execute(database.db);
  await sql`insert into blog_tags (name, slug) select 'Tag ' || n, 'tag-' || n
    from generate_series(1, 4) n`.execute(database.db);
  await sql`insert into authors (name, slug) select 'Author ' || n, 'author-' || n
    from generate_series(1, 4) n`.execute(database.db);
  await sql`
    insert into images (folder, name, state, width, height, bytes, alt)
    select 'featured-images', lpad(n::text, 20, '0') || '.png', 'stored', 10, 10, 10, 'Alt ' || n
    from generate_series(1, 4) n`.execute(database.db);
  for (let n = 1; n <= 14; n += 1) {
    await sql`
      with post as (
        insert into blog_posts (title, slug, content, published, featured, published_at, first_published_at, category_id, author_id)
        values (${`Post ${n}`}, ${`post-${n}`}, ${`<p>Body ${n}</p>`}, ${n % 7 !== 0}, ${n % 5 === 0},
          now() - ${n} * interval '1 hour', now() - ${n} * interval '1 hour',
          (select id from blog_categories where slug = ${`category-${1 + (n % 4)}`}), ${n % 2 === 0 ? actor.userId : null})
        returning id
      ), tagged as (
        insert into blog_post_tags select post.id, t.id from post, blog_tags t where t.slug in (${`tag-${1 + (n % 4)}`}, ${`tag-${1 + (n % 3)}`})
      )
      select 1`.execute(database.db);
  }
  await sql`
    insert into blog_posts (title, slug, kind, facts, published, published_at)
    select 'Case ' || n, 'case-' || n, 'case_study',
      jsonb_build_object('client', 'Client', 'services', array['Tag ' || n]), true, now() - n * interval '1 hour'
    from generate_series(1, 4) n`.execute(database.db);
  for (let n = 1; n <= 4; n += 1) {
    const name = `${String(n).padStart(20, '0')}.png`;
    await sql`
      update blog_posts set featured_image = ${`/storage/blog-images/featured-images/${name}`}
      where slug = ${`post-${n}`}`.execute(database.db);
    await sql`
      insert into post_images (post_id, image_id, place)
      select p.id, i.id, 'featured' from blog_posts p, images i
      where p.slug = ${`post-${n}`} and i.name = ${name}`.execute(database.db);
  }
}

/** A post, category or tag at random, by the numbers of this step. */
const any = (n: number, kind: PostKind) =>
  sql`(select id from blog_posts where kind = ${kind} order by md5(id::text || ${n}::text) limit 1)`;
const anyPost = (n: number) => any(n, 'post');
const anyCaseStudy = (n: number) => any(n, 'case_study');
const anyCategory = (n: number) =>
  sql`(select id from blog_categories order by md5(id::text || ${n}::text) limit 1)`;
const anyAuthor = (n: number) => sql`(select id from authors order by md5(id::text || ${n}::text) limit 1)`;
const anyTag = (n: number) => sql`(select id from blog_tags order by md5(id::text || ${n}::text) limit 1)`;

/** Statements as they may be typed at an SQL prompt. `n` is a number of this step. */
const writes: Record<string, (n: number) => ReturnType<typeof sql>> = {
  'a body': (n) =>
    sql`update blog_posts set content = ${`<p>Text ${n}</p>`}, updated_at = now() where id = ${anyPost(n)}`,
  'a title': (n) => sql`update blog_posts set title = ${`Title ${n}`} where id = ${anyPost(n)}`,
  'an excerpt': (n) => sql`update blog_posts set excerpt = ${`Excerpt ${n}`} where id = ${anyPost(n)}`,
  'a slug': (n) => sql`update blog_posts set slug = ${`moved-${n}`} where id = ${anyPost(n)}`,
  'a display date': (n) =>
    sql`update blog_posts set display_published_at = date '2020-01-01' + ${n}::int where id = ${anyPost(n)}`,
  'a read time': (n) => sql`update blog_posts set read_minutes = ${n + 1} where id = ${anyPost(n)}`,
  unpublishing: (n) => sql`update blog_posts set published = false where id = ${anyPost(n)}`,
  publishing: (n) =>
    sql`update blog_posts set published = true, published_at = now() where id = ${anyPost(n)}`,
  'a date among the others': (n) =>
    sql`update blog_posts set published = true, published_at = now() - ${n % 27} * interval '1 hour' - interval '10 minutes' where id = ${anyPost(n)}`,
  scheduling: (n) =>
    sql`update blog_posts set published = true, published_at = clock_timestamp() + interval '200 ms' where id = ${anyPost(n)}`,
  'a far date': (n) =>
    sql`update blog_posts set published = true, published_at = now() + interval '1 day' where id = ${anyPost(n)}`,
  'a featured post': (n) => sql`update blog_posts set featured = not featured where id = ${anyPost(n)}`,
  'a category of a post': (n) =>
    sql`update blog_posts set category_id = ${anyCategory(n)} where id = ${anyPost(n)}`,
  'no category': (n) => sql`update blog_posts set category_id = null where id = ${anyPost(n)}`,
  'an author': (n) =>
    sql`update blog_posts set author_id = (select user_id from profiles limit 1) where id = ${anyPost(n)}`,
  'a new post': (n) =>
    sql`insert into blog_posts (title, slug, content, published, published_at, category_id)
        values (${`New ${n}`}, ${`new-${n}`}, '<p>New</p>', true, now(), ${anyCategory(n)})`,
  'a deleted post': (n) => sql`delete from blog_posts where id = ${anyPost(n)}`,
  'a case study withdrawn or published': (n) =>
    sql`update blog_posts set published = not published, published_at = now() where id = ${anyCaseStudy(n)}`,
  'a scheduled case study (scheduling)': (n) =>
    sql`update blog_posts set published = true, published_at = clock_timestamp() + interval '200 ms' where id = ${anyCaseStudy(n)}`,
  'a title and services of a case study': (n) =>
    sql`update blog_posts set title = ${`Case ${n}`}, facts = facts || jsonb_build_object('services', array[${`tag ${1 + (n % 5)}`}]) where id = ${anyCaseStudy(n)}`,
  'a place of a case study': (n) =>
    sql`update blog_posts set position = nullif(${n % 4}, 0) where id = ${anyCaseStudy(n)}`,
  'a tag of a case study': (n) =>
    sql`insert into blog_post_tags values (${anyCaseStudy(n)}, ${anyTag(n)}) on conflict do nothing`,
  'a deleted case study': (n) => sql`delete from blog_posts where id = ${anyCaseStudy(n)}`,
  'a tag of a post': (n) =>
    sql`insert into blog_post_tags values (${anyPost(n)}, ${anyTag(n)}) on conflict do nothing`,
  'tags taken away': (n) => sql`delete from blog_post_tags where tag_id = ${anyTag(n)}`,
  'a name of a category': (n) =>
    sql`update blog_categories set name = ${`Named ${n}`} where id = ${anyCategory(n)}`,
  'a slug of a category': (n) =>
    sql`update blog_categories set slug = ${`moved-${n}`} where id = ${anyCategory(n)}`,
  'a new category': (n) =>
    sql`insert into blog_categories (name, slug) values (${`New ${n}`}, ${`new-${n}`})`,
  'a deleted category': (n) => sql`delete from blog_categories where id = ${anyCategory(n)}`,
  'a name of a tag': (n) => sql`update blog_tags set name = ${`Named ${n}`} where id = ${anyTag(n)}`,
  'a slug of a tag': (n) => sql`update blog_tags set slug = ${`moved-${n}`} where id = ${anyTag(n)}`,
  'a deleted tag': (n) => sql`delete from blog_tags where id = ${anyTag(n)}`,
  'a name of an author': (n) => sql`update profiles set display_name = ${`Author ${n}`}`,
  'a public author': (n) =>
    sql`update blog_posts set public_author_id = ${anyAuthor(n)} where id = ${anyPost(n)}`,
  'no public author': (n) => sql`update blog_posts set public_author_id = null where id = ${anyPost(n)}`,
  'facts of an author': (n) =>
    sql`update authors set bio = ${`Bio ${n}`}, role = ${`Role ${n}`} where id = ${anyAuthor(n)}`,
  'a name of a public author': (n) =>
    sql`update authors set name = ${`Name ${n}`}, slug = ${`named-${n}`} where id = ${anyAuthor(n)}`,
  'an account of an author': (n) =>
    sql`update authors set user_id = case when id = ${anyAuthor(n)} then (select user_id from profiles limit 1) end
        where (select count(*) from authors where user_id is not null and id <> ${anyAuthor(n)}) = 0`,
  'a deleted author': (n) =>
    sql`delete from authors where id = ${anyAuthor(n)} and (select count(*) from authors) > 1`,
  'words of a document': (n) =>
    sql`insert into site_documents (name, published, save_kind)
        values (${['general', 'home', 'about', 'blog'][n % 4]}, ${JSON.stringify({ name: `Firm ${n}`, lead: `Lead ${n}`, mission: `Mission ${n}`, heading: `Notes ${n}` })}, 'publish')
        on conflict (name) do update set published = excluded.published`,
  'no words': () => sql`delete from site_documents`,
  'an alternative text': (n) =>
    sql`update images set alt = ${`Alt ${n}`} where id = (select id from images order by md5(id::text || ${n}::text) limit 1)`,
};

async function addresses(): Promise<string[]> {
  const slugs = async (table: 'authors' | 'blog_categories' | 'blog_tags') =>
    (await database.db.selectFrom(table).select('slug').orderBy('slug').execute()).map(({ slug }) => slug);
  const posts = await database.db.selectFrom('blog_posts').select(['kind', 'slug']).orderBy('slug').execute();
  return [
    '/',
    '/about',
    '/blog',
    '/blog?page=2',
    '/rss.xml',
    '/sitemap.xml',
    '/sitemaps/1.xml',
    '/sitemaps/pages.xml',
    '/work',
    '/work/rss.xml',
    ...posts.map(pathOf),
    ...(await slugs('blog_categories')).map((slug) => `/blog/category/${slug}`),
    ...(await slugs('blog_tags')).map((slug) => `/blog/tag/${slug}`),
    ...(await slugs('authors')).map((slug) => `/authors/${slug}`),
  ];
}

async function renderNow(path: string): Promise<{ status: number; text: string }> {
  const info = { requestId: 'test', clientAddress: '', nonce: '' };
  const response = await render(new Request(origin + path), info);
  return { status: response.status, text: await response.text() };
}

/** Kept pages that are not what the database says now. */
async function outdatedPages(paths?: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths ?? (await addresses())) {
    const shown = await site.ask(path);
    const now = await renderNow(path);
    if (shown.status !== now.status || shown.text !== now.text) found.push(path);
  }
  return found;
}

/**
 * A popular page is shown for up to a second while it is rendered again, and any page while the database is slow to tell what
 * has changed. A page that no key leads to stays as it is.
 */
async function expectCurrentPages(of: string, paths?: readonly string[]): Promise<void> {
  let outdated = paths;
  await expect
    .poll(async () => (outdated = await outdatedPages(outdated)), { message: of, timeout: 10_000 })
    .toEqual([]);
}

/** The value that a column is written with, where one of its type is not enough. */
const otherValues: Record<string, string> = {
  slug: "'elsewhere'",
  content: "'<p>Elsewhere</p>'",
  featured_image: "'/storage/blog-images/featured-images/00000000000000000001.png'",
  client_logo: "'/storage/blog-images/logos/00000000000000000001.png'",
  social_image: "'/storage/blog-images/featured-images/00000000000000000002.png'",
  author_id: '(select user_id from profiles limit 1)',
  public_author_id: '(select id from authors order by slug limit 1)',
  saved_by: '(select user_id from profiles limit 1)',
  category_id: '(select id from blog_categories order by slug limit 1)',
  canonical_url: "'https://other.example/'",
  language: "'de'",
  published_at: "now() - interval '1 year'",
  save_kind: "'save'",
};
const otherValuesOfTypes: Record<string, string> = {
  text: "'Elsewhere'",
  integer: '2007',
  boolean: 'true',
  date: "'2020-01-01'",
  'timestamp with time zone': "now() - interval '1 hour'",
  uuid: 'gen_random_uuid()',
};
const otherFacts: Partial<Record<AnyType, unknown>> = {
  line: 'Elsewhere',
  text: 'Elsewhere',
  address: 'https://other.example/',
  lines: ['Elsewhere'],
  year: 2007,
  results: [{ figure: '7', label: 'weeks' }],
  day: '2020-01-01',
};
/** They make it another post; facts are written one by one. */
const neverWritten = ['facts', 'id', 'kind', 'published', 'is_untitled', 'image_description'];

/** Changes that raise the same keys are written together: a page that lacks one shows it. */
const parts = readFileSync(new URL('../../db/functions/post_parts.sql', import.meta.url), 'utf8');
const ofPage = /when 'page' then '\{(.+)\}'/.exec(parts)?.[1]?.split(', ') ?? [];
const ofCard = /when 'card' then '\{(.+)\}'/.exec(parts)?.[1]?.split(', ') ?? [];
function keysOf(column: string): string {
  if (ofPage.includes(column)) return 'as of_page';
  if (column === 'author_id' || column === 'public_author_id') return 'as an author';
  if (ofCard.includes(column)) return 'as of_card';
  if (column === 'category_id' || column === 'featured') return 'as what names lists';
  return column === 'published_at' ? 'as its place' : 'as of all lists';
}

test.each(kindNames)('no page differs from one rendered now, whatever of a %s is changed', async (kind) => {
  const { rows: columns } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_name = 'blog_posts' and is_generated = 'NEVER'`.execute(database.db);
  const insert = (slug: string) =>
    sql<{ id: string }>`
    insert into blog_posts (title, slug, kind, facts, published, published_at)
    values ('Planted', ${slug}, ${kind}, '{"client": "Client", "services": ["Tag 2"]}', true, now()) returning id`.execute(
      database.db,
    );
  await insert(`beside-${kind.replace('_', '-')}`);
  onTestFinished(async () => {
    await sql`delete from blog_posts where title = 'Planted'`.execute(database.db);
    site.app.contentChanged(new Set());
  });
  const written = columns.filter(
    ({ name }) =>
      !neverWritten.includes(name) && (kinds[kind].isInBlog || keysOf(name) !== 'as what names lists'),
  );
  const facts = factNames.filter((name) => hasField(kind, name)).map((name) => ({ name, type: 'fact' }));
  const groups = Map.groupBy([...written, ...facts], ({ name }) => keysOf(name));
  expect(groups.size).toBeGreaterThan(4);
  for (const [raised, group] of groups) {
    const slug = `planted-${raised.replaceAll(/\W|_/g, '-')}`;
    const { rows } = await insert(slug);
    site.app.contentChanged(new Set());
    const { folder } = kinds[kind];
    const beside = pathOf({ kind, slug: `beside-${kind.replace('_', '-')}` });
    const others = ['/', '/blog/post-1', '/sitemap.xml', '/authors/author-1'];
    const paths = [pathOf({ kind, slug }), beside, folder || '/', `${folder}/rss.xml`, ...others];
    for (const path of paths) await site.ask(path);
    const columnsOfGroup = group.filter(({ type }) => type !== 'fact');
    const values = columnsOfGroup.map(({ name, type }) => {
      const value = otherValues[name] ?? otherValuesOfTypes[type] ?? expect.unreachable(`a value of ${type}`);
      return sql`${sql.ref(name)} = ${sql.raw(value)}`;
    });
    const factsOfGroup = factNames
      .filter((name) => group.some((one) => one.name === name))
      .map((name) => [name, otherFacts[postFields[name].type] ?? expect.unreachable(`a value of ${name}`)]);
    values.push(sql`facts = facts || ${JSON.stringify(Object.fromEntries(factsOfGroup))}::jsonb`);
    await sql`update blog_posts set ${sql.join(values)} where id = ${rows[0]?.id}`.execute(database.db);
    site.app.contentChanged(new Set());
    const names = group.map(({ name }) => name).join(', ');
    await expectCurrentPages(
      `${names}: its 'shownIn' in domain/posts/post-fields.ts does not say that these pages show it.`,
      paths,
    );
    await sql`delete from blog_posts where id = ${rows[0]?.id}`.execute(database.db);
  }
});

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

test(
  `a kept page never differs from a page rendered now, whatever is written (SEED=${seed})`,
  async () => {
    const random = seededRandom(seed);
    const names = Object.keys(writes);
    await expectCurrentPages('before any step');
    for (let step = 1; step <= steps; step += 1) {
      const chosen = Array.from(
        { length: 1 + Math.floor(random() * 6) },
        () => names[Math.floor(random() * names.length)] ?? '',
      );
      await database.db.transaction().execute(async (trx) => {
        for (const name of chosen) await write(trx, name, Math.floor(random() * 1_000_000));
      });
      // A scheduled post becomes public meanwhile.
      if (chosen.some((name) => name.includes('scheduling'))) await sleep(300);
      site.app.contentChanged(new Set());
      await expectCurrentPages(`step ${step}: ${chosen.join(', ')}`);
      expect(await listDifferences(database.db), `lists of step ${step}`).toEqual([]);
    }
  },
  60_000 + steps * 15_000,
);

async function write(db: Database, name: string, n: number): Promise<void> {
  await writes[name]?.(n).execute(db);
}
