import { beforeAll, expect, test } from 'vitest';

import { kindNames, kinds, pathOf, type PostKind } from '#domain/core/kinds.ts';
import {
  fieldNames,
  hasField,
  postFields,
  type AnyType,
  type FieldName,
  type PostState,
} from '#domain/posts/post-fields.ts';
import { emptyState } from '#domain/posts/post-state.ts';
import { autosavePost } from '#domain/posts/autosave-post.ts';
import { storePost } from '#domain/posts/store-post.ts';
import { formatLongDate } from '#domain/fields/dates.ts';
import { clientSignedIn, createClient, type Client } from '#tests/client.ts';
import { addStoredImage, contextAs } from '#tests/factories.ts';
import { useProduct } from '#tests/product.ts';

const product = useProduct();
let ctx: Awaited<ReturnType<typeof contextAs>>;
let editor: Client;

beforeAll(async () => {
  ctx = await contextAs(product.database.db, 'editor');
  editor = await clientSignedIn(product, ctx.actor.userId);
});

/** A value of each type that is nowhere else, and the words by which a reader sees it; types without words are not looked for. */
const values: Partial<Record<AnyType, (name: string) => [value: unknown, ...words: string[]]>> = {
  title: (name) => [`Word${name}`, `Word${name}`],
  line: (name) => [`Word${name}`, `Word${name}`],
  text: (name) => [`Word${name}`, `Word${name}`],
  address: (name) => [`https://${name.toLowerCase()}.example/`, `https://${name.toLowerCase()}.example/`],
  lines: (name) => [[`One${name}`, `Two${name}`], `One${name}`, `Two${name}`],
  year: () => [1997, '1997'],
  day: () => ['1998-03-04', formatLongDate('1998-03-04')],
  language: () => ['pt-BR', 'pt-BR'],
  results: (name) => [
    [1, 2].map((n) => ({ figure: `${n}${name}`, label: `Label${n}${name}` })),
    `1${name}`,
    `Label2${name}`,
  ],
};

/** A text of a kind with a value in every field, and the words of each. */
async function everyField(kind: PostKind) {
  const words = new Map<FieldName, string[]>();
  const fields: [string, unknown][] = [];
  for (const name of fieldNames.filter((one) => hasField(kind, one))) {
    const { type } = postFields[name];
    if (name === 'displayPublishedAt' && !kinds[kind].isInBlog) continue;
    const image = type === 'image' ? (await addStoredImage(ctx.db)).src : '';
    const [value, ...seen] = type === 'image' ? [image, image] : (values[type]?.(name) ?? []);
    if (value === undefined) continue;
    fields.push([name, value]);
    words.set(name, seen);
  }
  const slug = `every-field-${kind.replace('_', '-')}`;
  const state: PostState = { ...emptyState(kind), slug, content: '<p>Body</p>', published: true };
  return { state: { ...state, ...Object.fromEntries(fields) }, words, slug };
}

function missingIn(text: string, words: ReadonlyMap<FieldName, readonly string[]>): FieldName[] {
  return [...words].filter(([, seen]) => !seen.every((word) => text.includes(word))).map(([name]) => name);
}

/** Words about the page of a text that are no part of the text itself. */
const aboutThePage: readonly FieldName[] = [
  'metaDescription',
  'socialTitle',
  'socialImage',
  'canonicalUrl',
  'displayPublishedAt',
];

test.each(kindNames)(
  'every field of a %s is on its page, its preview, its form and in the read API',
  async (kind) => {
    const { state, words, slug } = await everyField(kind);
    const creationKey = crypto.randomUUID();
    const { id } = await storePost(ctx, null, state, { creationKey });
    const path = pathOf({ kind, slug });
    const page = await (await createClient(product).get(path)).text();
    expect(missingIn(page, words), `not on ${path}`).toEqual([]);
    expect(page).toContain('"BreadcrumbList"');
    expect(page, 'not described to search engines').toMatch(
      /"@type":"(?!ListItem)\w+",[^{}]*"(?:headline|name)":"Wordtitle"/,
    );
    if (kinds[kind].list) expect(page).toContain(`Back to ${kinds[kind].list.name}`);

    const answer = await createClient(product).get(`/api/v1/${kinds[kind].collection}/${slug}`);
    const inApi = new Map([...words].filter(([name]) => !aboutThePage.includes(name)));
    for (const name of inApi.keys())
      if (postFields[name].type === 'day') inApi.set(name, [String(state[name])]);
    expect(missingIn(await answer.text(), inApi), 'not in the read API').toEqual([]);

    const form = await (await editor.get(`/admin/posts/edit/${id}`)).text();
    // Each result has a label of its own.
    const labels = new Map(
      [...words.keys()].map((name) => [name, [postFields[name].label.replace(/s$/, '')]]),
    );
    expect(missingIn(form, labels), 'no control in the form').toEqual([]);

    await storePost(
      ctx,
      id,
      { ...emptyState(kind), title: 'Bare', client: 'A', slug, published: true },
      { version: 1 },
    );
    await autosavePost(ctx, id, state, { version: 2 });
    const preview = await (await editor.get(`/admin/posts/preview/${id}/visitor`)).text();
    const inBody = new Map(
      [...words].filter(([name]) => !aboutThePage.includes(name) || name === 'displayPublishedAt'),
    );
    expect(missingIn(preview, inBody), 'not in the preview').toEqual([]);
  },
);
