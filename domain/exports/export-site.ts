import { stringify } from 'yaml';

import type { Database } from '#db/client.ts';
import { listWholeImages, listWholePosts, listWholeTerms, type WholePost } from '#db/queries/exports.ts';
import { imageKeyOf, withImageAddresses, type ImageKey } from '#domain/images/image.ts';
import { imagesIn } from '#domain/html/html-tree.ts';
import { readHtml } from '#domain/html/read-html.ts';
import { usedImages } from '#domain/posts/used-images.ts';
import { kindNames, kinds } from '#domain/core/kinds.ts';
import { writeFrontMatter } from '#domain/html/markdown/front-matter.ts';
import { frontMatterName } from '#domain/posts/front-matter-name.ts';
import { writeMarkdown } from '#domain/html/markdown/write-markdown.ts';
import {
  fieldNames,
  hasField,
  postFields,
  type FieldName,
  type PostState,
} from '#domain/posts/post-fields.ts';
import { stateOfRow } from '#domain/posts/post-row.ts';
import { exportSiteWords } from '#domain/site/site-words-file.ts';
import { cleanTree } from '#domain/html/html.ts';
import { slugify } from '#domain/fields/slugify.ts';
import type { ExportedFile } from './exported-file.ts';

const atOnce = 50;

/**
 * The content of the site as files, in the same order each time: every text as Markdown with front matter, images with
 * their descriptions, categories, tags, authors, redirects and the words of the site. No accounts (who is shown by an
 * account's name becomes an author), messages or subscribers, and of images only those that something in it shows.
 * @param options.withDrafts also texts that are not public, or not yet
 */
export async function* exportSite(
  db: Database,
  { withDrafts }: { withDrafts: boolean },
): AsyncGenerator<ExportedFile> {
  const shown = new Set<string>();
  const accounts = new Map<string, string>();
  for (let after: WholePost | null = null; ;) {
    const posts: WholePost[] = await listWholePosts(db, after, {
      limit: atOnce,
      kinds: kindNames,
      withDrafts,
    });
    for (const post of posts) {
      const state = stateOfRow({ ...post, tag_ids: [] });
      for (const { key } of usedImages(state, imagesIn(readHtml(state.content)))) shown.add(imagePath(key));
      const author = post.author ?? slugify(post.account ?? '');
      if (post.author === null && author !== '') accounts.set(author, post.account ?? '');
      yield {
        path: `${kinds[post.kind].collection}/${post.slug}.md`,
        text: writePost(state, { ...post, author }),
      };
    }
    after = posts.at(-1) ?? null;
    if (after === null || posts.length < atOnce) break;
  }
  const { categories, tags, authors, redirects } = await listWholeTerms(db);
  yield list('categories', categories);
  yield list('tags', tags);
  const known = authors.map(({ folder, portrait, ...author }) => {
    accounts.delete(author.slug);
    const path = folder && portrait && imagePath({ folder, name: portrait });
    if (path) shown.add(path);
    return { ...author, portrait: path };
  });
  const added = [...accounts].map(([slug, name]) => ({ slug, name, links: [] }));
  yield list(
    'authors',
    [...known, ...added].toSorted((one, other) => (one.slug < other.slug ? -1 : 1)),
  );
  yield list('redirects', redirects);
  yield { path: 'site.json', text: `${JSON.stringify(await exportSiteWords(db, false), null, 2)}\n` };
  const images = (await listWholeImages(db)).filter((image) => image.in_site || shown.has(imagePath(image)));
  yield list(
    'images',
    images.map(({ alt, caption, original_name, placeholder, ...key }) => ({
      path: imagePath(key),
      alt,
      caption,
      original_name,
      placeholder,
    })),
  );
  for (const { folder, name } of images) yield { path: imagePath({ folder, name }), image: { folder, name } };
}

function list(name: string, rows: readonly object[]): ExportedFile {
  return { path: `${name}.yaml`, text: stringify(rows.map(withoutNulls), { lineWidth: 0 }) };
}

function withoutNulls(row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}

function imagePath({ folder, name }: ImageKey): string {
  return `images/${folder}/${name}`;
}

function writePost(state: PostState, post: WholePost): string {
  const values = fieldNames
    .filter((name) => hasField(post.kind, name) && !isWrittenApart(name))
    .map((name) => [frontMatterName(name), written(state[name])]);
  const fields = {
    id: post.id,
    ...Object.fromEntries(values),
    kind: post.kind === 'post' ? null : post.kind,
    draft: !post.published || null,
    first_published: post.first_published_at?.toISOString(),
    updated: post.updated_at.toISOString(),
    author: post.author || null,
    category: post.category,
    tags: post.tags,
    aliases: post.aliases,
    position: post.position,
  };
  const body = withImageAddresses(writeMarkdown(cleanTree(post.content)), (key) => `/${imagePath(key)}`);
  return `${writeFrontMatter(fields)}\n${body}`;
}

/** Ids by what they name; what a draft says of an image is not public. */
function isWrittenApart(name: FieldName): boolean {
  const { type } = postFields[name];
  return type === 'id' || type === 'description' || name === 'published' || name === 'kind';
}

/** Dates in full, images by their place in the archive; false is left out. */
function written(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  const key = typeof value === 'string' ? imageKeyOf(value) : null;
  if (key) return `/${imagePath(key)}`;
  return value === false ? null : value;
}
