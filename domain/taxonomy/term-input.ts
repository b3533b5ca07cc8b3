import { z } from 'zod';

import type { Database } from '#db/client.ts';
import type { TermColumns, TermKind } from '#db/queries/managed-terms.ts';
import { optionalLine, optionalText, requiredLine } from '#domain/fields/fields.ts';
import { authorColumns, authorInput } from './author-input.ts';

const termInput = z.object({
  name: requiredLine('Name', 120, 'Please enter a name.'),
  slug: optionalLine('Slug', 120),
});

/** Input of the forms. A tag has no description: one that is sent is ignored. */
export const termInputs = {
  category: termInput.extend({ description: optionalText('Description', 2_000) }),
  tag: termInput,
  author: termInput.extend(authorInput),
};

type TermInput = { [Kind in TermKind]: Omit<z.infer<(typeof termInputs)[Kind]>, 'slug'> }[TermKind];

/** The stored columns of a term beside its slug. @param id null for a new one @throws invalid */
export async function termColumns(trx: Database, id: string | null, term: TermInput): Promise<TermColumns> {
  return 'links' in term ? authorColumns(trx, id, term) : term;
}
