import { expect } from 'vitest';

import { test } from '#tests/database.ts';
import { addPost, contextAs, edited } from '#tests/factories.ts';
import { updatePost } from '#tests/post-forms.ts';
import { announcePages } from './announce-pages.ts';
import { setPublished } from './set-published.ts';

test('announcePages tells each publishing, move and withdrawal once, and no draft', async ({ db }) => {
  const ctx = { ...(await contextAs(db, 'editor')), origin: 'https://firm.test' };
  const told: string[][] = [];
  let isDown = false;
  const announce = async () => {
    await announcePages(ctx, async ({ host, key, keyLocation, urlList }) => {
      if (isDown) throw new Error('down');
      expect([host, keyLocation]).toEqual(['firm.test', `https://firm.test/${key}.txt`]);
      told.push(urlList.map((url) => url.replace('https://firm.test', '')));
    });
    return told.splice(0).flat();
  };
  const published = { published: 'true' };
  await addPost(ctx, { title: 'Draft' });
  await addPost(ctx, { title: 'Later', publishedAt: '2999-01-01', ...published });
  await addPost(ctx, { title: 'Hidden', noindex: 'true', ...published });
  await addPost(ctx, { title: 'Copy', canonicalUrl: 'https://other.test/a', ...published });
  const { id } = await addPost(ctx, { title: 'New', ...published });
  await addPost(ctx, { title: 'Clinic', kind: 'case_study', client: 'Clinic', ...published });
  isDown = true;
  await expect(announce()).rejects.toThrow('down');
  isDown = false;
  expect(await announce()).toEqual(['/blog/new', '/work/clinic']);
  expect(await announce()).toEqual([]);
  await updatePost(ctx, id, edited({ title: 'New', slug: 'moved', ...published }));
  expect(await announce()).toEqual(['/blog/moved', '/blog/new']);
  await setPublished(ctx, { ids: [id], published: 'false' });
  expect(await announce()).toEqual(['/blog/moved']);
});
