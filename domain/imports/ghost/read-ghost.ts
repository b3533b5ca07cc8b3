import { z } from 'zod';

import { invalid } from '#domain/core/errors.ts';
import { parseJson } from '#domain/fields/parse-json.ts';
import { importItem, type ImportItem } from '../import-item.ts';
import type { ImportReader } from '../import-reader.ts';
import { ghostBody } from './ghost-body.ts';
import { readTextOf, sourceLimits, type SourceFile } from '../import-source.ts';
import { decodedEntities, decodedPath, unsizedPath, wordsOf } from '../plain-words.ts';
import type { SourceState } from '../public-state.ts';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const id = z.union([z.string(), z.number()]).transform(String);
const flag = z.union([z.boolean(), z.number()]).nullish().transform(Boolean);
const list = <Row extends z.ZodType>(row: Row) =>
  z
    .array(row)
    .nullish()
    .transform((rows) => rows ?? []);

const data = z.object({
  posts: z.array(
    z.object({
      id, uuid: text, title: text, slug: text, html: text, lexical: text, mobiledoc: text, plaintext: text, feature_image: text, featured: flag, page: flag,
      type: text, status: text, visibility: text, published_at: z.union([z.string(), z.number()]).nullish(), custom_excerpt: text,
      meta_description: text, og_title: text, canonical_url: text, locale: text, feature_image_alt: text, feature_image_caption: text,
      author_id: id.nullish(),
    }),
  ),
  posts_meta: list(z.object({ post_id: id, email_only: flag, meta_description: text, og_title: text, feature_image_alt: text, feature_image_caption: text })),
  tags: list(z.object({ id, name: text, slug: text, visibility: text })),
  posts_tags: list(z.object({ post_id: id, tag_id: id, sort_order: z.number().nullish() })),
  users: list(z.object({ id, name: text, email: text, slug: text })),
  posts_authors: list(z.object({ post_id: id, author_id: id, sort_order: z.number().nullish() })),
}); // prettier-ignore
const exported = z.union([
  z.object({ db: z.tuple([z.object({ data })], z.unknown()) }).transform(({ db }) => db[0].data),
  z.object({ data }).transform((whole) => whole.data),
]);
type Data = z.infer<typeof data>;

/**
 * A Ghost export, with the images of its archive.
 * @throws invalid for JSON that is no export of Ghost
 */
export async function readGhost(file: SourceFile, files: readonly SourceFile[]): Promise<ImportReader> {
  const read = exported.safeParse(parseJson(await readTextOf(file, sourceLimits.exportBytes)));
  if (!read.success) {
    const [issue] = read.error.issues;
    const place = issue && issue.path.length > 0 ? ` (${issue.path.join('.')})` : '';
    throw invalid(`${file.path} is not a Ghost export that we can read${place}.`);
  }
  const images = new Map(
    files.map((one) => [one.path.replace(/^.*?content\/images\//, '').normalize('NFC'), one]),
  );
  return {
    system: 'Ghost',
    site: '',
    texts: [file],
    fileOf: (address) => {
      const [, path = ''] =
        /content\/images\/(?:size\/w\d+\/)?(?:format\/\w+\/)?([^?#]+)/.exec(address) ?? [];
      const names = [path, decodedPath(path), unsizedPath(decodedPath(path))];
      return names.map((name) => images.get(name.normalize('NFC'))).find(Boolean) ?? null;
    },
    async *items() {
      const index = indexOf(read.data);
      for (const post of read.data.posts) yield { place: placeOf(post), read: () => itemOf(post, index) };
    },
  };
}

type Post = Data['posts'][number];

function indexOf(rows: Data) {
  return {
    meta: new Map(rows.posts_meta.map((row) => [row.post_id, row])),
    tags: new Map(rows.tags.map((row) => [row.id, row])),
    users: new Map(rows.users.map((row) => [row.id, row])),
    tagsOf: Map.groupBy(sorted(rows.posts_tags), ({ post_id }) => post_id),
    authorsOf: Map.groupBy(sorted(rows.posts_authors), ({ post_id }) => post_id),
  };
}

function kindOf(post: Post): 'page' | 'post' {
  return post.type === 'page' || post.page ? 'page' : 'post';
}

function placeOf(post: Post): string {
  return `${kindOf(post)} ${post.slug}`;
}

function itemOf(
  post: Post,
  { meta, tags, users, tagsOf, authorsOf }: ReturnType<typeof indexOf>,
): ImportItem {
  const more = meta.get(post.id);
  const writers = authorsOf.get(post.id)?.map(({ author_id }) => author_id) ?? [post.author_id ?? ''];
  const item = importItem({
    id: post.uuid || post.id,
    place: placeOf(post),
    kind: kindOf(post),
    title: plain(post.title),
    slug: post.slug,
    addresses: [`/${post.slug}/`],
    state: stateOf(post, more?.email_only ?? false),
    tags: (tagsOf.get(post.id) ?? []).flatMap(({ tag_id }) => {
      const tag = tags.get(tag_id);
      const isInternal = tag === undefined || tag.name.startsWith('#') || tag.visibility === 'internal';
      return isInternal ? [] : [{ name: plain(tag.name), slug: tag.slug }];
    }),
    authors: writers.flatMap((writer) => {
      const user = users.get(writer);
      return user ? [{ ...user, name: plain(user.name) }] : [];
    }),
    fields: {
      excerpt: plain(post.custom_excerpt),
      featured: post.featured,
      metaDescription: plain(more?.meta_description || post.meta_description),
      socialTitle: plain(more?.og_title || post.og_title),
      canonicalUrl: local(post.canonical_url),
      language: post.locale,
    },
    featuredImage:
      post.feature_image === ''
        ? null
        : {
            address: local(post.feature_image),
            alt: more?.feature_image_alt || post.feature_image_alt,
            caption: wordsOf(more?.feature_image_caption || post.feature_image_caption),
          },
  });
  const { html, lexical, mobiledoc, plaintext } = post;
  item.html = local(ghostBody({ html, lexical, mobiledoc, plaintext }, item.notes));
  // It is never public without the words that it had.
  if (item.html === '' && lexical + mobiledoc !== '')
    item.state = { ...item.state, marks: [{ name: 'body', value: 'not readable', publicIf: 'no' }] };
  return item;
}

/** Posts that were only sent by email were never on the web. */
function stateOf({ status, visibility, type, published_at }: Post, isEmailOnly: boolean): SourceState {
  const isScheduled = status === 'scheduled';
  return {
    marks: [
      { name: 'status', value: isScheduled ? 'published' : status, publicIf: 'public state' },
      { name: 'visibility', value: visibility || 'public', publicIf: 'public state' },
      { name: 'email_only', value: isEmailOnly, publicIf: 'no' },
      { name: 'type', value: /^(?:post|page|)$/.test(type) ? 'public' : type, publicIf: 'public state' },
    ],
    isScheduled,
    date: zoned(published_at),
  };
}

function sorted<Row extends { sort_order?: number | null | undefined }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => (one.sort_order ?? 0) - (other.sort_order ?? 0));
}

/** Words in which importers left entities; tags are only text. */
function plain(words: string): string {
  return decodedEntities(words).trim();
}

/** Ghost writes this in place of the address of the site. */
function local(words: string): string {
  return words.replaceAll('__GHOST_URL__', '');
}

/** Dates without a zone are in UTC; numbers are milliseconds since 1970, or no date at all. */
function zoned(date: string | number | null | undefined): string | null {
  if (typeof date === 'number') {
    const instant = new Date(date);
    return Number.isNaN(instant.getTime()) ? String(date) : instant.toISOString();
  }
  if (!date) return null;
  return /(?:Z|[+-]\d{2}:?\d{2})$/.test(date) ? date : `${date}Z`;
}
