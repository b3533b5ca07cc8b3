import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import { mergeNewWords } from '#db/queries/search.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { deriveKey } from '#domain/core/secrets.ts';
import { hasStaleDerived, refreshDerived } from './refresh-derived.ts';
import { test } from '#tests/database.ts';
import { addPost, newPost } from '#tests/factories.ts';
import { createPost, updatePost } from '#tests/post-forms.ts';
import { searchPosts } from './search-posts.ts';

const published = (fields: Record<string, unknown>) => newPost({ published: 'true', ...fields });

async function find(ctx: Pick<DomainContext, 'db' | 'timeZone'>, typed: string) {
  const answer = await searchPosts(ctx, { typed, page: 1 });
  return answer?.posts?.items.map(({ slug }) => slug);
}

describe('a search finds', () => {
  test.for([
    ['migrations', 'other forms of a word'],
    ['MIGRATE', 'whatever the case'],
    ['migr', 'the start of a word'],
    ['downtime database', 'words in any order'],
    ['how to do database migrations without the downtime', 'small words beside them'],
    ['resume', 'without its accents'],
    ['résumé', 'with its accents'],
    ['rÉsumé', 'in capitals'],
    ['bulgakov', 'in the body'],
    ['zero', 'in the excerpt'],
    ["database' | 'x", 'operators of the query language'],
    ['<database>', 'HTML characters'],
    ['database!!! & ( migration', 'more operators'],
  ])('%s: %s', async ([typed = ''], { ctx }) => {
    await createPost(ctx, published({ slug: 'other', title: 'Nothing alike', content: '<p>Words.</p>' }));
    await createPost(
      ctx,
      published({
        slug: 'wanted',
        title: 'Database migrations without downtime',
        excerpt: 'From zero.',
        content: '<h2>Résumé</h2><p>Quoted: <em>Bul</em>gakov &amp; co.</p>',
      }),
    );
    expect(await find(ctx, typed)).toEqual(['wanted']);
  });

  test('words with typing mistakes, where nothing has them as they were typed', async ({ ctx }) => {
    const content = '<p>We moved to PostgreSQL.</p>';
    await createPost(ctx, published({ slug: 'moving', title: 'Database migrations', content }));
    for (const typed of ['migraton', 'postgrsql', 'databse migratoins']) {
      const answer = await searchPosts(ctx, { typed, page: 1 });
      expect(answer?.misspelled).toBe(typed);
      expect(answer?.posts?.items.map(({ slug }) => slug)).toEqual(['moving']);
    }
    expect(await searchPosts(ctx, { typed: 'zeppelin', page: 1 })).toMatchObject({ posts: { total: 0 } });
    expect((await searchPosts(ctx, { typed: 'migraton', page: 1 }))?.text).toBe('migrations');
  });

  test('a part of a text without spaces is found', async ({ ctx }) => {
    await createPost(ctx, published({ slug: 'japanese', title: '小さく作る', content: '<p>本を読む</p>' }));
    await createPost(
      ctx,
      published({ slug: 'russian', title: 'Чтение', content: '<p>Мастер и Маргарита</p>' }),
    );
    for (const typed of ['小さく', '作', '読む']) expect(await find(ctx, typed), typed).toEqual(['japanese']);
    for (const typed of ['ЧТЕНИЕ', 'марг']) expect(await find(ctx, typed), typed).toEqual(['russian']);
    expect(await find(ctx, '本読')).toEqual([]);
  });

  test('a post with all words is found, else posts with some of them, which is reported', async ({ ctx }) => {
    await createPost(ctx, published({ slug: 'red', title: 'Red bricks' }));
    await createPost(ctx, published({ slug: 'blue', title: 'Blue bricks' }));
    expect(await find(ctx, 'red bricks')).toEqual(['red']);
    expect((await find(ctx, 'red blue'))?.toSorted()).toEqual(['blue', 'red']);
    expect((await searchPosts(ctx, { typed: 'red blue', page: 1 }))?.isPartial).toBe(true);
  });

  test('a match in the title ranks above one in the content of a newer post', async ({ ctx }) => {
    const on = (day: string) => ({ publishedAt: `${day}T08:00` });
    await createPost(ctx, published({ slug: 'title', title: 'Caching', ...on('2020-01-01') }));
    for (const day of ['2026-01-01', '2026-01-02']) {
      await createPost(ctx, published({ slug: day, title: 'Else', content: '<p>caching</p>', ...on(day) }));
    }
    expect(await find(ctx, 'caching')).toEqual(['title', '2026-01-02', '2026-01-01']);
  });

  test('words that no post has find nothing; a query without words is not searched', async ({ ctx }) => {
    await createPost(ctx, published({ title: 'Something' }));
    expect(await find(ctx, 'zzyzx')).toEqual([]);
    expect((await searchPosts(ctx, { typed: '  ?! ', page: 1 }))?.posts).toBeNull();
    expect(await searchPosts(ctx, { typed: 'something', page: 2 })).toBeNull();
    expect(await searchPosts(ctx, { typed: '', page: 2 })).toBeNull();
  });
});

describe('posts that are not public', () => {
  test('a scheduled post is found from its publish date on without another write', async ({ db, ctx }) => {
    const { id } = await createPost(ctx, published({ slug: 'due', title: 'Quokka due' }));
    await sql`update blog_posts set published_at = now() + interval '1 hour' where id = ${id}`.execute(db);
    expect(await find(ctx, 'quokka')).toEqual([]);
    await sql`update blog_posts set published_at = now() where id = ${id}`.execute(db);
    expect(await find(ctx, 'quokka')).toEqual(['due']);
  });

  test('a wrong date in the search index shows no post that is not public', async ({ db, ctx }) => {
    const { id } = await addPost(ctx, { title: 'Quokka hidden' });
    await sql`update blog_post_search set visible_from = now() where post_id = ${id}`.execute(db);
    expect(await find(ctx, 'quokka')).toEqual([]);
  });
});

describe('the search index', () => {
  test('follows a save in its transaction', async ({ ctx }) => {
    const form = published({ slug: 'changing', title: 'Armadillo', content: '<p>old</p>' });
    const { id } = await createPost(ctx, form);
    await updatePost(ctx, id, { ...form, title: 'Badger', version: 1 });
    expect([await find(ctx, 'armadillo'), await find(ctx, 'badger')]).toEqual([[], ['changing']]);
  });

  test('follows a post that was written without the application at the next refresh', async ({ db, ctx }) => {
    const { id } = await createPost(ctx, published({ slug: 'one', title: 'Armadillo' }));
    await createPost(ctx, published({ slug: 'two', title: 'Other' }));
    await sql`update blog_posts set title = 'Badger' where id = ${id}`.execute(db);
    await sql`
      insert into blog_posts (title, slug, content, published, published_at)
      values ('By hand', 'by-hand', '<p>capybara</p>', true, now())`.execute(db);
    const { signal } = new AbortController();
    expect(await refreshDerived(ctx, signal)).toBe(2);
    expect([await find(ctx, 'badger'), await find(ctx, 'capybara')]).toEqual([['one'], ['by-hand']]);
    expect(await refreshDerived(ctx, signal)).toBe(0);
  });

  test('is made anew with the layouts after a change of the secret', async ({ ctx }) => {
    await createPost(ctx, published({ title: 'Armadillo' }));
    const other = { ...ctx, deriveKey: (purpose: string) => deriveKey('another secret', purpose) };
    const { signal } = new AbortController();
    expect([await hasStaleDerived(ctx), await hasStaleDerived(other)]).toEqual([false, true]);
    expect([await refreshDerived(other, signal), await refreshDerived(other, signal)]).toEqual([1, 0]);
  });

  test('has no words left to merge after they were merged', async ({ db, ctx }) => {
    const merge = sql<{ pages: number }>`
      select gin_clean_pending_list('blog_post_search_document_idx')::int as pages`;
    await createPost(ctx, published({ title: 'Armadillo' }));
    await mergeNewWords(db);
    expect((await merge.execute(db)).rows).toEqual([{ pages: 0 }]);
  });

  test('a refresh stops between two transactions', async ({ db, ctx }) => {
    await sql`insert into blog_posts (title, slug) values ('By hand', 'by-hand')`.execute(db);
    expect(await refreshDerived(ctx, AbortSignal.abort())).toBe(0);
  });
});

describe('results', () => {
  test('show the words of a long post wherever they are, and else how it starts', async ({ ctx }) => {
    const filler = '<p>Lorem &amp; ipsum dolor sit amet.</p>'.repeat(400);
    await createPost(
      ctx,
      published({
        title: 'Numbat',
        content: `<p>A wombat first.</p>${filler}<p>A wombat and a quokka.</p>${filler}`,
      }),
    );
    const extract = async (typed: string) => {
      const answer = await searchPosts(ctx, { typed, page: 1 });
      return answer?.posts?.items[0]?.extract
        .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
        .join('');
    };
    expect(await extract('wombat')).toMatch(/^A \[wombat\] first\. Lorem & ipsum .* …$/);
    expect(await extract('wombat quokka')).toMatch(/^… .*\. A \[wombat\] and a \[quokka\]\. Lorem .* …$/);
    expect(await extract('numbat')).toMatch(/^A wombat first\. Lorem .* …$/);
  });

  test('have 12 posts a page, each post once', async ({ ctx }) => {
    for (let n = 0; n < 30; n += 1)
      await createPost(ctx, published({ slug: `n-${n}`, title: `Wombat ${n}` }));
    const slugs: string[] = [];
    for (const page of [1, 2, 3]) {
      const answer = await searchPosts(ctx, { typed: 'wombat', page });
      expect([answer?.posts?.total, answer?.posts?.pages]).toEqual([30, 3]);
      slugs.push(...(answer?.posts?.items.map(({ slug }) => slug) ?? []));
    }
    expect(new Set(slugs).size).toBe(30);
    expect(await searchPosts(ctx, { typed: 'wombat', page: 4 })).toBeNull();
  });

  test('are the newest posts with a word, whether most have it, some or a few, and older ones with it in the title', async ({
    db,
    ctx,
  }) => {
    await sql`
      insert into blog_posts (title, slug, content, published, published_at)
      select case n when 1300 then 'Wombat' else 'Post' end, 'n-' || n,
        'wombat' || case when n % 5 = 0 then ' quokka' else '' end || case when n % 130 = 0 then ' numbat' else '' end,
        true, now() - n * interval '1 hour'
      from generate_series(1, 1300) n`.execute(db);
    await refreshDerived(ctx, new AbortController().signal);
    const findAll = async (typed: string) => {
      const pages = Array.from({ length: 11 }, (_, n) => searchPosts(ctx, { typed, page: 1 + n }));
      return (await Promise.all(pages)).flatMap((page) => page?.posts?.items.map(({ slug }) => slug) ?? []);
    };
    const newest = (every: number, count: number) =>
      Array.from({ length: count }, (_, n) => `n-${every * (n + 1)}`);
    // The words of a text count in its rank.
    const [first, ...others] = await findAll('wombat');
    expect(first).toBe('n-1300');
    expect(others.toSorted()).toEqual(newest(1, 120).toSorted());
    expect((await findAll('quokka')).toSorted()).toEqual(newest(5, 120).toSorted());
    expect(await findAll('numbat')).toEqual(newest(130, 10));
  });
});
