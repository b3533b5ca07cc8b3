import { createHmac, timingSafeEqual } from 'node:crypto';

import { z } from 'zod';

import { updateDerived } from '#db/queries/search.ts';
import type { Core, Secrets } from '#domain/core/context.ts';
import { cleanTree, type CleanHtml } from '#domain/html/html.ts';
import type { BodyTree } from '#domain/html/html-tree.ts';
import { layOut, layoutNumber, readLayout, type Layout } from '#domain/html/layout.ts';
import { parseJson } from '#domain/fields/parse-json.ts';
import { readHtml } from '#domain/html/read-html.ts';
import { indexVersion } from '#domain/search/search-document.ts';
import type { PreparedBody } from '#domain/text-work/text-work.ts';

/** A post as the database holds it, which is not trusted. */
type StoredBody = { id: string; content: string; laidOut: string | null };

/** Characters of a signature in base64url. */
const signatureLength = 43;

/** Names the code and the key that make what follows from a post: what another maker made is made anew. */
export function madeBy({ deriveKey }: Secrets): string {
  return `${indexVersion} ${layoutNumber} ${deriveKey('name of the key of layouts').toString('hex').slice(0, 16)}`;
}

/** Stores what follows from the words of a post, in the transaction that saves it: its words in the search index and the layout of its body. */
export async function storeDerived(
  ctx: Pick<Core, 'db'> & Secrets,
  postId: string,
  { content, document, title, words, layout }: PreparedBody,
): Promise<void> {
  const laid_out = signedLayout(ctx, postId, content, layout);
  await updateDerived(ctx.db, postId, { document, title, words, laid_out, made_by: madeBy(ctx) });
}

/** The layout of a body as text, signed so that a page need not parse and clean the body again. */
export function signedLayout(keys: Secrets, id: string, content: CleanHtml, text: string): string {
  return signatureOf(keys, id, content, text) + text;
}

/** The layout of a post: the stored one if it is ours and that of this body, else one of the body cleaned again. */
export function layoutOf(keys: Secrets, post: StoredBody): Layout {
  const stored = verified(keys, post);
  return (stored === null ? null : readLayout(stored)) ?? layOut(cleanTree(post.content));
}

const withMarkdown = z.object({ markdown: z.string() });

/** The Markdown that is kept with the layout of a long public text; null where there is none of ours. */
export function storedMarkdown(keys: Secrets, post: StoredBody): string | null {
  return withMarkdown.safeParse(parseJson(verified(keys, post) ?? '')).data?.markdown ?? null;
}

/** The tree of a post's body, cleaned again unless a signature says that it is as we stored it. */
export function bodyTree(keys: Secrets, post: StoredBody): BodyTree {
  return verified(keys, post) === null ? cleanTree(post.content) : readHtml(post.content);
}

/** The text of the stored layout; null where its signature is not ours, or made for another post, body or release. */
function verified(keys: Secrets, { id, content, laidOut }: StoredBody): string | null {
  if (laidOut === null) return null;
  const text = laidOut.slice(signatureLength);
  const [signature, expected] = [laidOut.slice(0, signatureLength), signatureOf(keys, id, content, text)].map(
    (one) => Buffer.from(one),
  );
  const isOurs = signature && expected && signature.length === expected.length;
  return isOurs && timingSafeEqual(signature, expected) ? text : null;
}

/** The length keeps a part of the body from being taken for a part of the layout. */
function signatureOf({ deriveKey }: Secrets, id: string, content: string, text: string): string {
  return createHmac('sha256', deriveKey('layout of a post'))
    .update(`${layoutNumber} ${id} ${content.length}\n`)
    .update(content)
    .update(text)
    .digest('base64url');
}
