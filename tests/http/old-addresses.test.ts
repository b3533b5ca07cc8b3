import { expect, test } from 'vitest';

import { addOldAddresses } from '#domain/imports/add-old-addresses.ts';
import { importItem } from '#domain/imports/import-item.ts';
import { createPost } from '#domain/posts/create-post.ts';
import { beginImport } from '#db/queries/imports.ts';
import { createNewPaths } from '#domain/imports/old-addresses.ts';
import { createClient } from '#tests/client.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { useProduct } from '#tests/product.ts';

const product = useProduct();

test('every address that a WordPress text had leads to its post', async () => {
  const { db } = product.database;
  const ctx = await contextAs(db, 'admin');
  const key = crypto.randomUUID();
  await createPost(ctx, newPost({ creationKey: key, slug: 'new', published: 'true' }));
  const addresses = ['/2013/01/Old-Name/', '/?p=12'];
  const tag = { name: 'Rust', slug: 'rust' };
  const item = importItem({ id: '12', place: 'post 12', addresses, tags: [tag] });
  const { id } = await beginImport(db, {
    source_key: key,
    system: 'WordPress',
    name: 'a.xml',
    started_by: ctx.actor.userId,
  });
  const reader = {
    system: 'WordPress' as const,
    site: 'https://old.test',
    fileOf: () => null,
    async *items() {
      yield item;
    },
  };
  const planned = { key, kind: 'post' as const, slug: 'new', path: '/blog/new', isThere: false, postId: null };
  const plan = { items: new Map([['12', planned]]), newPaths: createNewPaths(''), authors: [], total: 1 };
  await addOldAddresses(ctx, id, reader, plan);

  const visitor = createClient(product);
  /** A slash at the end and capitals are taken away first. */
  const leadsTo = async (path: string) => {
    let at = path;
    for (let hop = 0; hop < 3; hop += 1) at = (await visitor.get(at)).headers.get('location') ?? at;
    return at.split('?')[0];
  };
  await expect.poll(() => leadsTo('/2013/01/old-name')).toBe('/blog/new');
  for (const path of ['/2013/01/Old-Name/', '/2013/01/old-name/amp/', '/2013/01/old-name/feed/', '/?p=12', '/?page_id=12'])
    expect(await leadsTo(path), path).toBe('/blog/new');
  expect((await visitor.get('/tag/rust')).headers.get('location')).toBe('/blog/tag/rust');
  expect((await visitor.get('/?p=13')).status).toBe(200);
}); // prettier-ignore
