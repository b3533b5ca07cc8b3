import { listPublicAfter, listPublicTerms, findPublicTerm } from '#db/queries/read-api.ts';
import type { Core, SiteOrigin } from '#domain/core/context.ts';
import { invalid } from '#domain/core/errors.ts';
import type { Image } from '#domain/images/image.ts';
import { kinds, pathOf } from '#domain/core/kinds.ts';
import { cardKeys, type ContentKey, type ContentRecorder } from '#domain/posts/content-keys.ts';
import { findAddressOfKind } from '#domain/posts/find-address-of-kind.ts';
import { kindsByAuthors } from '#domain/posts/list-published-posts.ts';
import type { PublicPost, PublicPostCard } from '#domain/posts/post.ts';
import { ownFieldsOf } from '#domain/posts/post-fields.ts';
import { presentCard } from '#domain/posts/presenting.ts';
import { isId, parseInput } from '#domain/fields/fields.ts';
import { isSlug } from '#domain/fields/slug.ts';
import { collections, termFolders, type CollectionName } from '#domain/core/public-addresses.ts';
import { listQuery } from './collections.ts';

type Reader = Pick<Core, 'db' | 'timeZone'> & SiteOrigin & ContentRecorder;

/**
 * A page of what is public of a collection, texts newest first, terms by their slugs. One statement.
 * @param query `limit` and `cursor` of the address
 * @throws invalid for another limit, or a cursor that no answer gave
 */
export async function listCollection(ctx: Reader, name: CollectionName, query: unknown) {
  const { limit, cursor } = parseInput(listQuery, query);
  const collection = collections[name];
  if ('kind' in collection) {
    const { kind } = collection;
    const rows = await listPublicAfter(
      ctx.db,
      kind,
      cursor === undefined ? null : readCursor(cursor),
      limit + 1,
    );
    const shown = rows.slice(0, limit);
    ctx.showsContent?.([kind === 'post' ? 'list' : `kind:${kind}`, ...cardKeys(shown)]);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    return {
      items: shown.map((row) => itemOf(ctx, presentCard(row, ctx.timeZone))),
      next: last?.published_at ? `${last.published_at.getTime()}-${last.id}` : null,
    };
  }
  if (cursor !== undefined && !isSlug(cursor)) throw unknownCursor();
  const rows = await listPublicTerms(ctx.db, collection.term, kindsByAuthors, cursor ?? '', limit + 1);
  const shown = rows.slice(0, limit);
  ctx.showsContent?.(['sitemap', ...shown.map(({ id }): ContentKey => `${collection.term}:${id}`)]);
  return {
    items: shown.map((row) => termOf(ctx, collection.term, row)),
    next: rows.length > limit ? (shown.at(-1)?.slug ?? null) : null,
  };
}

/** The public item under a slug of a collection; null for nothing, also for a slug that was given up. */
export async function findInCollection(ctx: Reader, name: CollectionName, slug: string) {
  const collection = collections[name];
  if ('kind' in collection) {
    const address = await findAddressOfKind(ctx, collection.kind, slug);
    return address.kind === 'found' ? wholeOf(ctx, address.post) : null;
  }
  const row = isSlug(slug) ? await findPublicTerm(ctx.db, collection.term, kindsByAuthors, slug) : undefined;
  if (!row) return null;
  ctx.showsContent?.(['sitemap', `${collection.term}:${row.id}`]);
  return termOf(ctx, collection.term, row);
}

function readCursor(cursor: string): { publishedAt: Date; id: string } {
  const [, time = '', id = ''] = /^(\d{1,15})-(.+)$/.exec(cursor) ?? [];
  if (!isId(id)) throw unknownCursor();
  return { publishedAt: new Date(Number(time)), id };
}

const unknownCursor = () => invalid('Use the value of "next" of an answer as the cursor.');

function termOf(
  { origin }: Reader,
  kind: keyof typeof termFolders,
  { name, slug, description }: { name: string; slug: string; description: string | null },
) {
  return { name, slug, url: `${origin}${termFolders[kind]}/${slug}`, description };
}

function itemOf({ origin }: Reader, card: PublicPostCard) {
  return {
    slug: card.slug,
    url: origin + pathOf(card),
    title: card.title,
    excerpt: card.excerpt,
    date: card.day,
    author:
      kinds[card.kind].hasAuthor && card.author !== '' ? { name: card.author, slug: card.authorSlug } : null,
    category: card.category,
    image: card.image && imageOf(origin, card.image),
    readMinutes: card.readMinutes,
  };
}

function imageOf(origin: string, { src, width, height, alt }: Image) {
  return { url: src.startsWith('/') ? origin + src : src, width, height, alt };
}

function wholeOf(ctx: Reader, post: PublicPost) {
  const logo = post.facts?.clientLogo ?? null;
  const facts = { ...post.facts, clientLogo: logo && imageOf(ctx.origin, logo) };
  const own = ownFieldsOf(post.kind).map((name) => [name, Reflect.get(facts, name)]);
  return {
    ...itemOf(ctx, post),
    published: post.publishedAt.toISOString(),
    updated: post.updatedAt.toISOString(),
    language: post.language,
    tags: post.tags,
    html: post.content,
    facts: own.length === 0 ? null : Object.fromEntries(own),
  };
}
