import { describe, expect } from 'vitest';

import { createTag } from '#domain/taxonomy/create-term.ts';
import { test } from '#tests/database.ts';
import { addPost, contextOn, newPost } from '#tests/factories.ts';
import { autosavePost, createPost, updatePost } from '#tests/post-forms.ts';
import {
  findCaseStudyAddress,
  listCaseStudies,
  listCaseStudiesOf,
  listCaseStudiesOnHome,
} from './case-studies.ts';
import { deletePosts } from './delete-posts.ts';
import { findAddressOfKind } from './find-address-of-kind.ts';
import { findPostAddress } from './find-post-address.ts';
import { listPosts } from './list-posts.ts';
import { orderCaseStudies } from './order-case-studies.ts';
import { setPublished } from './set-published.ts';

const caseStudy = (title: string, fields: Record<string, unknown> = {}) =>
  newPost({ kind: 'case_study', title, client: `${title} Inc.`, published: 'true', ...fields });
const titles = (items: readonly { title: string }[] = []) => items.map(({ title }) => title);
const two = JSON.stringify([
  { figure: '40%', label: 'less waiting' },
  { figure: '2×', label: 'as many orders' },
]);

test('a filter names the service that was clicked: C, C++ and C# are three', async ({ db, ctx }) => {
  const reader = contextOn(db);
  for (const name of ['C', 'C++', 'C#'])
    await createPost(ctx, caseStudy(name, { services: name, publishedAt: '2019-01-01' }));
  for (const { name, slug } of (await listCaseStudies(reader))?.services ?? [])
    if (name.startsWith('C'))
      expect(titles((await listCaseStudies(reader, { service: slug }))?.items)).toEqual([name]);
  expect((await listCaseStudies(reader))?.services).toHaveLength(3);
});

test('case studies are listed newest first or by hand, filtered, each with the next', async ({ db, ctx }) => {
  const reader = contextOn(db);
  expect(await listCaseStudies(reader)).toMatchObject({ items: [], total: 0 });
  const made: string[] = [];
  for (const [at, [title, industry, services]] of [
    ['One', 'Health Care', 'Design\nData'],
    ['Two', '', 'Data'],
    ['Three', 'Trade', ''],
    ['Four', 'Trade', 'Data'],
  ].entries()) {
    const fields = { industry, services, results: two, publishedAt: `2020-01-0${at + 1}` };
    made.push((await createPost(ctx, caseStudy(title ?? '', fields))).id);
  }
  await createPost(ctx, caseStudy('Draft', { published: 'false' }));
  await createPost(ctx, caseStudy('Later', { publishedAt: '2999-01-01' }));

  const all = await listCaseStudies(reader);
  expect(titles(all?.items)).toEqual(['Four', 'Three', 'Two', 'One']);
  expect(all?.items[0]).toMatchObject({
    client: 'Four Inc.',
    results: [{ figure: '40%' }, { label: 'as many orders' }],
  });
  expect(all).toMatchObject({
    total: 4,
    industries: [{ slug: 'health-care' }, { name: 'Trade' }],
    services: [{ name: 'Data' }, { name: 'Design' }],
  });
  const found = await listCaseStudies(reader, { industry: 'trade', service: 'data' });
  expect(titles(found?.items)).toEqual(['Four']);
  expect(await listCaseStudies(reader, { service: 'nothing' })).toBeNull();

  await orderCaseStudies(ctx, { ids: [made[0], made[3]] });
  expect(titles((await listCaseStudies(reader))?.items)).toEqual(['Three', 'Two', 'One', 'Four']);
  expect(titles((await listCaseStudiesOnHome(reader)).caseStudies)).toEqual(['Three', 'Two', 'One', 'Four']);
  const inAdmin = async (search: string) =>
    titles((await listPosts(ctx, { kind: 'case_study', search, page: 1, order: 'visitors' })).items);
  expect(await inAdmin('')).toEqual(['Later', 'Draft', 'Three', 'Two', 'One', 'Four']);
  expect(await inAdmin('FOUR INC')).toEqual(['Four']);
  for (const [slug, next] of [
    ['one', 'Four'],
    ['four', 'Three'],
  ] as const)
    expect(await findCaseStudyAddress(reader, slug)).toMatchObject({ caseStudy: { next: { title: next } } });
  await orderCaseStudies(ctx, { ids: [] });
  expect(titles((await listCaseStudies(reader))?.items)).toEqual(['Four', 'Three', 'Two', 'One']);
});

test('a post is given the case studies that share its tags or do what they name', async ({ db, ctx }) => {
  const tag = await createTag(ctx, { name: 'Data' });
  await createPost(ctx, caseStudy('Tagged', { tagIds: [tag.id] }));
  await createPost(ctx, caseStudy('Service', { services: 'data' }));
  await createPost(ctx, caseStudy('Both', { services: 'Data', tagIds: [tag.id] }));
  await createPost(ctx, caseStudy('Neither'));
  await createPost(ctx, caseStudy('Draft', { published: 'false', tagIds: [tag.id] }));
  const like = await listCaseStudiesOf(contextOn(db), { tags: [{ name: 'Data', slug: 'data' }] });
  expect(like.map(({ title }) => title)[0]).toBe('Both');
  expect(like).toHaveLength(2);
  expect(await listCaseStudiesOf(contextOn(db), { tags: [] })).toEqual([]);
});

test('the address of a case study is below /work and follows its slug', async ({ db, admin: ctx }) => {
  const reader = contextOn(db);
  const { id } = await createPost(ctx, caseStudy('Alone', { slug: 'old', quote: 'Good.', quoteName: 'Ann' }));
  expect(await findCaseStudyAddress(reader, 'old')).toMatchObject({
    kind: 'case-study',
    caseStudy: {
      next: null,
      facts: { client: 'Alone Inc.', quote: 'Good.', quoteName: 'Ann', quoteRole: null },
    },
  });
  expect(await findAddressOfKind(reader, 'page', 'old')).toEqual({ kind: 'unknown' });
  expect(await findPostAddress(reader, 'old')).toEqual({ kind: 'unknown' });
  await updatePost(ctx, id, { ...caseStudy('Alone', { slug: 'new' }), version: 1 });
  for (const slug of ['old', 'NEW'])
    expect(await findCaseStudyAddress(reader, slug)).toEqual({ kind: 'moved', slug: 'new' });
  expect(await findAddressOfKind(reader, 'page', 'old')).toEqual({ kind: 'unknown' });
  await deletePosts(ctx, { ids: [id] });
  expect(await findCaseStudyAddress(reader, 'new')).toEqual({ kind: 'gone' });
});

describe('a case study that is not whole', () => {
  test.for([
    [{ client: ' ' }, 'client'],
    [{ results: JSON.stringify([{ figure: '1', label: 'one' }]) }, 'results'],
    [{ results: JSON.stringify([{ figure: '1' }, { label: 'one' }]) }, 'results'],
    [{ quote: 'Good.' }, 'quoteName'],
    [{ quoteRole: 'CTO' }, 'quote'],
  ] as const)('is kept as a draft and cannot be published: %j', async ([fields, field], { ctx }) => {
    const refused = { kind: 'invalid', fieldErrors: { [field]: expect.any(String) } };
    await expect(createPost(ctx, caseStudy('Case', fields))).rejects.toMatchObject(refused);
    const { id } = await createPost(ctx, caseStudy('Case', { ...fields, published: 'false' }));
    await autosavePost(ctx, id, { ...caseStudy('Case', fields), version: 1 });
    await expect(setPublished(ctx, { ids: [id], published: 'true' })).rejects.toMatchObject(refused);
    // A post has none of these fields.
    await addPost(ctx, { ...fields, published: 'true' });
  });

  test.for([
    { year: '1989' },
    { year: '2101' },
    { year: 'x' },
    { results: JSON.stringify(Array.from({ length: 5 }, () => ({ figure: '1', label: 'one' }))) },
    { results: '{' },
    { results: JSON.stringify([{ figure: 'x'.repeat(21), label: 'one' }]) },
    { services: Array.from({ length: 13 }, (_, n) => `service ${n}`).join('\n') },
    { technologies: 'x'.repeat(81) },
    { client: 'x'.repeat(121) },
    { link: 'javascript:alert(1)' },
    { kind: 'job' },
  ])('beyond its limits is refused, even as a draft: %j', async (fields, { ctx }) => {
    const sent = caseStudy('Case', { published: 'false', ...fields });
    await expect(createPost(ctx, sent)).rejects.toMatchObject({
      fieldErrors: { [Object.keys(fields)[0] ?? '']: expect.any(String) },
    });
  });
});
