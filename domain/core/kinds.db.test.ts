import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { expect } from 'vitest';

import { findAnsweredPaths } from '#db/queries/answered-paths.ts';
import { readContentVersion } from '#db/queries/content-version.ts';
import { dayInZone } from '#domain/fields/dates.ts';
import { incrementView } from '#domain/analytics/increment-view.ts';
import { createUserAgentParser } from '#domain/analytics/user-agent-parser.ts';
import { createViewRecorder } from '#domain/analytics/view-recorder.ts';
import { imageFields, usedImages } from '#domain/posts/used-images.ts';
import { contentKeyPrefixes, contentKeys, signals } from '#domain/posts/content-keys.ts';
import { listFeaturedPosts } from '#domain/posts/list-featured-posts.ts';
import { listFeedPosts } from '#domain/posts/list-feed-posts.ts';
import { listPublishedPosts } from '#domain/posts/list-published-posts.ts';
import { listSitemapPages, listSitemapPosts } from '#domain/posts/sitemap.ts';
import { factNames, fieldNames, hasField, postFields, type AnyType } from '#domain/posts/post-fields.ts';
import { emptyState } from '#domain/posts/post-state.ts';
import { searchPosts } from '#domain/posts/search-posts.ts';
import { storePost } from '#domain/posts/store-post.ts';
import { setPublished } from '#domain/posts/set-published.ts';
import { test } from '#tests/database.ts';
import { contextAs, contextOn, newPost } from '#tests/factories.ts';
import { newAddress } from '#tests/views.ts';
import { createPost, updatePost } from '#tests/post-forms.ts';
import { termFolders } from './public-addresses.ts';
import { kindFolders, kindNames, kinds, kindsWhere, pathOf, type PostKind } from './kinds.ts';

const ofBlog = (posts: readonly { slug: string }[]) =>
  posts.map(({ slug }) => pathOf({ kind: 'post', slug }));

test('only what is public of a kind is in the lists that kinds.ts names for it', async ({ own: { db } }) => {
  const ctx = await contextAs(db, 'admin');
  const reader = contextOn(db);
  const paths: string[] = [];
  for (const kind of kindNames) {
    const add = async (name: string, more: Record<string, unknown> = {}) => {
      const fields = {
        kind,
        client: 'Client',
        featured: 'true',
        content: '<p>Zanzibar</p>',
        published: 'true',
      };
      const form = newPost({ title: name, slug: `${name}-${kind}`, ...fields, ...more });
      const { id, slug } = await createPost(ctx, form);
      paths.push(pathOf({ kind, slug }));
      return { id, form };
    };
    await add('public');
    await add('draft', { published: 'false' });
    await add('scheduled', { publishedAt: '2999-01-01' });
    const { id: withdrawn } = await add('withdrawn');
    await setPublished(ctx, { ids: [withdrawn], published: 'false' });
    const { id: moved, form } = await add('former');
    await updatePost(ctx, moved, { ...form, slug: `moved-${kind}`, version: 1 });
    paths.push(pathOf({ kind, slug: `moved-${kind.replace('_', '-')}` }));
  }

  async function countedPaths() {
    const counting = { recorder: createViewRecorder(db), readAgent: createUserAgentParser(), ownHost: '' };
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
    const call = { agent, requestAgent: undefined, purpose: '', isAdministrator: false, isPost: false };
    for (const page of paths) await incrementView(counting, { ...call, page, address: newAddress() });
    return (await db.selectFrom('view_days').select('name').where('what', '=', 'page').execute()).map(
      ({ name }) => name,
    );
  }
  const answered = await findAnsweredPaths(db, paths, kindFolders, termFolders);
  const found = await searchPosts(reader, { typed: 'zanzibar', page: 1 });
  const sitemap = [...(await listSitemapPages(reader)), ...(await listSitemapPosts(reader, 1))];
  const lists: [name: string, shown: string[], of: readonly PostKind[]][] = [
    ['the sitemap', sitemap.map(({ path }) => path), kindsWhere(({ isInSitemap }) => isInSitemap)],
    ['the search', (found?.posts?.items ?? []).map(pathOf), kindsWhere(({ isInSearch }) => isInSearch)],
    ['the views by path', await countedPaths(), kindsWhere(({ viewsOf }) => viewsOf === 'path')],
    [
      'the addresses that redirects leave alone',
      answered.filter(({ leads_to }) => leads_to === null).map(({ path }) => path),
      kindNames,
    ],
    ['the blog', ofBlog((await listPublishedPosts(reader, { page: 1 }))?.items ?? []), ['post']],
    ['the featured posts', ofBlog(await listFeaturedPosts(reader)), ['post']],
    ['the feed', ofBlog(await listFeedPosts(reader)), ['post']],
  ];
  const folders = kindFolders.map(({ folder }): string => folder);
  for (const [name, shown, of] of lists)
    expect(
      shown.filter((path) => !folders.includes(path)).toSorted(),
      `${name}: a public read names its kinds; say there or in domain/core/kinds.ts which ones it has.`,
    ).toEqual(
      paths
        .filter((path) =>
          of.some(
            (kind) =>
              path.startsWith(`${kinds[kind].folder}/`) && path.includes(`-${kind.replace('_', '-')}`),
          ),
        )
        .filter((path) => /\/(?:public|moved)-/.test(path))
        .toSorted(),
    );
});

test('a list that depends on a day changes when the day is over, although nothing is saved', async ({
  own: { db },
}) => {
  const ctx = await contextAs(db, 'admin');
  const now = new Date();
  const isDayOfList = ({ type, shownIn }: { type: AnyType; shownIn: string }) =>
    type === 'day' && shownIn === 'list';
  const days = factNames.filter((name) => isDayOfList(postFields[name]));
  const unnoticed: string[] = [];
  for (const name of days)
    for (const kind of kindNames.filter((one) => hasField(one, name))) {
      const text = {
        ...emptyState(kind),
        title: 'Today',
        client: 'A',
        published: true,
        [name]: dayInZone(now, ctx.timeZone),
      };
      await storePost(ctx, null, text, { creationKey: randomUUID() });
      const { millisecondsUntilDue: until, dueKeys } = await readContentVersion(db, undefined);
      if (until === null || until > 86_400_000 || !dueKeys.includes(`kind:${kind}`)) unnoticed.push(name);
    }
  expect(unnoticed, 'Name the end of the day among the moments of db/queries/content-version.ts.').toEqual(
    [],
  );
});

/** Columns whose name is that of an image or a body, and what keeps the images in them from being deleted as unused. */
const holders: Record<string, string> = {
  'authors.bio': 'plain text',
  'authors.portrait_id': 'note_portrait.sql',
  'blog_post_pending_changes.content': 'post_images, by the automatic save',
  'blog_post_revisions.content': 'revision_images, by store_revision_images.sql',
  'blog_posts.client_logo': 'post_images, by used-images.ts',
  'blog_posts.content': 'post_images, by used-images.ts',
  'blog_posts.featured_image': 'post_images, by used-images.ts',
  'blog_posts.image_description': 'about the featured image',
  'blog_posts.social_image': 'post_images, by used-images.ts',
  'proposals.base_content': 'compared only; the text itself links its images',
  'proposals.content': 'proposal_images, by save-proposal.ts',
};

test('every column with an image or a body links its images, so that none is deleted', async ({ db }) => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = current_schema() and (table_name ~ '^(blog|authors)' or data_type = 'text')
      and column_name ~ '(image|logo|portrait|photo|cover|avatar|banner|content|body|bio)'
      and table_name !~ '^(images|email|jobs|content_)' and table_name !~ '_images$'`.execute(db);
  expect(
    rows.map(({ name }) => name).toSorted(),
    'Link the images of the new column as used-images.ts does, and say in `holders` what links them.',
  ).toEqual(Object.keys(holders).toSorted());

  const ofType = fieldNames.filter((name) => postFields[name].type === 'image');
  expect(imageFields.map(({ name }) => name).toSorted(), 'Add the field to `imageFields`.').toEqual(
    ofType.toSorted(),
  );
  const none = { featuredImage: null, socialImage: null, clientLogo: null };
  const address = `/storage/blog-images/featured-images/${'7'.repeat(24)}.png`;
  for (const { name } of imageFields) expect(usedImages({ ...none, [name]: address }, [])).toHaveLength(1);
});

test('the keys that functions of the database raise are those of content-keys.ts', async ({ db }) => {
  const { rows } = await sql<{ source: string }>`
    select prosrc as source from pg_proc
    where proname ~ '^(raise|record)_.*changes$' or proname ~ '_keys$'
    and pronamespace = current_schema()::regnamespace`.execute(db);
  const source = rows.map((row) => row.source).join('\n');
  const raised = (pattern: RegExp) =>
    [...new Set([...source.matchAll(pattern)].map(([, key]) => key))].toSorted();
  expect(raised(/'([a-z]+):'/g)).toEqual(contentKeyPrefixes.toSorted());
  const inArrays = [...source.matchAll(/array\[[^\]]*\]|\|\| '[a-z]+'::text|'\{[a-z]+\}'|'newest'/g)].join(
    ' ',
  );
  const alone = [
    ...new Set([...inArrays.matchAll(/(?<!= )['{]([a-z]+)['}]/g)].map(([, key]) => key)),
  ].toSorted();
  expect(alone, 'Name the key in domain/posts/content-keys.ts.').toEqual(
    [...contentKeys, ...signals].toSorted(),
  );
});
