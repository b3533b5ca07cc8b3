import { z } from 'zod';

import { insertCategory, insertTag, type TermRow } from '#db/queries/terms.ts';
import { requireActor } from '#domain/auth/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { optionalLine, optionalText, parseInput, requiredLine } from '#domain/text/fields.ts';
import { slugCandidates } from '#domain/text/slug-candidates.ts';

const tagInput = z.object({
  name: requiredLine('Name', 120, 'Please enter a name.'),
  slug: optionalLine('Slug', 120),
});
const categoryInput = tagInput.extend({ description: optionalText('Description', 2_000) });

/** @throws invalid input. */
export async function createCategory(ctx: DomainContext, input: unknown): Promise<TermRow> {
  requireActor(ctx);
  const { slug: typed, ...category } = parseInput(categoryInput, input);
  return insertUnderFreeSlug(ctx, typed, category.name, (slug) =>
    insertCategory(ctx.db, { ...category, slug }),
  );
}

/** @throws invalid input. */
export async function createTag(ctx: DomainContext, input: unknown): Promise<TermRow> {
  requireActor(ctx);
  const { slug: typed, name } = parseInput(tagInput, input);
  return insertUnderFreeSlug(ctx, typed, name, (slug) => insertTag(ctx.db, { name, slug }));
}

async function insertUnderFreeSlug(
  ctx: DomainContext,
  typed: string | null,
  name: string,
  insert: (slug: string) => Promise<TermRow | undefined>,
): Promise<TermRow> {
  for (const slug of slugCandidates(typed, name)) {
    const inserted = await insert(slug);
    if (inserted) {
      ctx.contentChanged();
      return inserted;
    }
  }
  throw new Error('The candidates for a slug never end.');
}
