import { z } from 'zod';

import type { Database } from '#db/client.ts';
import { findAdminByUser } from '#db/queries/admins.ts';
import { findAuthorRow } from '#db/queries/authors.ts';
import { lockImage } from '#db/queries/images.ts';
import type { TermColumns } from '#db/queries/managed-terms.ts';
import { invalid } from '#domain/core/errors.ts';
import { imageKeyOf } from '#domain/images/image.ts';
import { searchDocumentOf } from '#domain/search/search-document.ts';
import { optionalId, optionalLine, optionalText, requiredLine, webAddress } from '#domain/fields/fields.ts';
import { parseJson } from '#domain/fields/parse-json.ts';
import { authorFields } from './author-fields.ts';

const { role, bio, links: linkList } = authorFields;
const { label, address } = linkList.field.fields;

const link = z.object({
  label: requiredLine('Label', label.max),
  address: webAddress('Address', address.max).refine((text) => text !== null, 'Please enter an address.'),
});

export const authorInput = {
  role: optionalLine('Role', role.field.max),
  bio: optionalText('Bio', bio.field.max),
  portrait: optionalLine('Portrait', 2_000),
  /** Also as JSON, as the form sends them. */
  links: z.preprocess(
    (sent) => (typeof sent === 'string' ? parseJson(sent) : sent),
    z
      .array(link, 'Please check the links.')
      .max(linkList.field.max, `An author can have at most ${linkList.field.max} links.`)
      .default([]),
  ),
  userId: optionalId,
};

type AuthorInput = z.infer<z.ZodObject<typeof authorInput>> & { name: string };

/**
 * The stored columns of an author beside the slug.
 * @throws invalid when the portrait is gone, or the account belongs to another author or has no role
 */
export async function authorColumns(
  trx: Database,
  id: string | null,
  { portrait, links, userId, ...author }: AuthorInput,
): Promise<TermColumns> {
  const key = portrait === null ? null : imageKeyOf(portrait);
  const image = key && (await lockImage(trx, key));
  if (portrait !== null && !image) {
    const message = 'The portrait is no longer in the library. Please choose another image.';
    throw invalid(message, { portrait: message });
  }
  if (userId !== null) await assertAccountIsFree(trx, id, userId);
  const { document } = searchDocumentOf({ title: author.name, excerpt: author.role, language: null }, []);
  return {
    ...author,
    portrait_id: image?.id ?? null,
    links: JSON.stringify(links),
    user_id: userId,
    document,
  };
}

async function assertAccountIsFree(trx: Database, id: string | null, userId: string): Promise<void> {
  const holder = await findAuthorRow(trx, { userId });
  if (holder ? holder.id === id : await findAdminByUser(trx, userId)) return;
  const message = holder
    ? `This account belongs to the author "${holder.name}".`
    : 'This account no longer has a role. Please choose another one.';
  throw invalid(message, { userId: message });
}
