import { z } from 'zod';

import type { Database } from '#db/client.ts';
import {
  deleteTermSlugRedirect,
  insertTerm,
  isTermSlugTaken,
  lockTerms,
  addTermSlugRedirect,
  updateTermRow,
  type LockedTermRow,
  countPostsOfTerm,
  deleteTermRow,
  moveTerm,
} from '#db/queries/managed-terms.ts';
import type { TermRow } from '#db/queries/terms.ts';
import { retryWhenTaken } from '#db/transaction.ts';
import { changedFacts } from '#domain/activity/changed-facts.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound, invalid } from '#domain/errors.ts';
import { optionalLine, optionalText, requiredLine, parseInput, isId } from '#domain/text/fields.ts';
import { slugCandidates } from '#domain/text/slug-candidates.ts';
import { inTransaction } from '#domain/transaction.ts';
import type { TermKind } from './term.ts';

const termInput = z.object({
  name: requiredLine('Name', 120, 'Please enter a name.'),
  slug: optionalLine('Slug', 120),
});

/** Input of the dialogs. A tag has no description: one that is sent is ignored. */
export const termInputs = {
  category: termInput.extend({ description: optionalText('Description', 2_000) }),
  tag: termInput.transform((tag) => ({ ...tag, description: null })),
};

/** @throws invalid input. */
export function createCategory(ctx: DomainContext, input: unknown): Promise<TermRow> {
  return createTerm(ctx, 'category', input);
}

/** @throws invalid input. */
export function createTag(ctx: DomainContext, input: unknown): Promise<TermRow> {
  return createTerm(ctx, 'tag', input);
}

/**
 * Makes a category or a tag. An empty slug is made from the name; a taken one gets a number.
 * @throws invalid input.
 */
export async function createTerm(ctx: DomainContext, kind: TermKind, input: unknown): Promise<TermRow> {
  requirePermission(ctx, 'edit-content');
  const { slug: typed, ...term } = parseInput(termInputs[kind], input);
  return inTransaction(ctx, async ({ db: trx, afterCommit }) => {
    for (const slug of slugCandidates(typed, term.name)) {
      const inserted = await insertTerm(trx, kind, { ...term, slug });
      if (!inserted) continue;
      await deleteTermSlugRedirect(trx, kind, slug);
      await recordActivity(trx, ctx, {
        action: `${kind}-created`,
        subject: { id: inserted.id, label: inserted.name },
      });
      afterCommit('contentChanged');
      return inserted;
    }
    throw new Error('The candidates for a slug never end.');
  });
}

/**
 * Renames a category or a tag. A changed slug keeps the old address working.
 * @throws invalid input, not-found.
 */
export async function updateTerm(
  ctx: DomainContext,
  kind: TermKind,
  id: string,
  input: unknown,
): Promise<{ name: string; slug: string }> {
  requirePermission(ctx, 'edit-content');
  const { slug: typed, ...term } = parseInput(termInputs[kind], input);
  if (!isId(id)) throw notFound('It no longer exists.');
  return retryWhenTaken(() =>
    inTransaction(ctx, async ({ db: trx, afterCommit }) => {
      const [before] = await lockTerms(trx, kind, [id]);
      if (!before) throw notFound('It no longer exists.');
      const slug = await freeSlug(trx, kind, before, typed, term.name);
      const after = { ...term, slug };
      await updateTermRow(trx, kind, id, after);
      if (slug !== before.slug) {
        await deleteTermSlugRedirect(trx, kind, slug);
        await addTermSlugRedirect(trx, kind, before.slug, id);
      }
      await recordActivity(trx, ctx, {
        action: `${kind}-updated`,
        subject: { id, label: term.name },
        ...changedFacts(before, after),
      });
      afterCommit('contentChanged');
      return { name: term.name, slug };
    }),
  );
}

/** An emptied slug is made from the name again. */
async function freeSlug(
  trx: Database,
  kind: TermKind,
  before: LockedTermRow,
  typed: string | null,
  name: string,
): Promise<string> {
  for (const slug of slugCandidates(typed, name)) {
    if (slug === before.slug || !(await isTermSlugTaken(trx, kind, slug, before.id))) return slug;
  }
  throw new Error('The candidates for a slug never end.');
}

/**
 * Deletes a category (its posts become uncategorized) or a tag (it is taken from its posts).
 * @returns how many posts had it.
 * @throws not-found.
 */
export async function deleteTerm(
  ctx: DomainContext,
  kind: TermKind,
  id: string,
): Promise<{ name: string; posts: number }> {
  requirePermission(ctx, 'edit-content');
  if (!isId(id)) throw notFound('It no longer exists.');
  return inTransaction(ctx, async ({ db: trx, afterCommit }) => {
    const [term] = await lockTerms(trx, kind, [id]);
    if (!term) throw notFound('It no longer exists.');
    const posts = await countPostsOfTerm(trx, kind, id);
    await deleteTermRow(trx, kind, id);
    await recordActivity(trx, ctx, {
      action: `${kind}-deleted`,
      subject: { id, label: term.name },
      before: { name: term.name, slug: term.slug, posts },
    });
    afterCommit('contentChanged');
    return { name: term.name, posts };
  });
}

/**
 * Merges one category or tag into another: its posts get the other one, its addresses redirect there, and it is deleted.
 * @throws invalid without another one to merge into; not-found when one of them does not exist.
 */
export async function mergeTerms(
  ctx: DomainContext,
  kind: TermKind,
  { id, intoId }: { id: string; intoId: string },
): Promise<{ name: string; into: string; posts: number }> {
  requirePermission(ctx, 'edit-content');
  if (intoId === '' || id === intoId) throw invalid(`Please choose another ${kind} to merge into.`);
  if (!isId(id) || !isId(intoId)) throw notFound('One of them no longer exists.');
  return inTransaction(ctx, async ({ db: trx, afterCommit }) => {
    const terms = await lockTerms(trx, kind, [id, intoId]);
    const from = terms.find((term) => term.id === id.toLowerCase());
    const into = terms.find((term) => term.id === intoId.toLowerCase());
    if (!from || !into) throw notFound('One of them no longer exists.');
    const posts = await countPostsOfTerm(trx, kind, id);
    await moveTerm(trx, kind, from, into.id);
    await deleteTermRow(trx, kind, from.id);
    await recordActivity(trx, ctx, {
      action: `${kind}-merged`,
      subject: { id: from.id, label: from.name },
      before: { name: from.name, slug: from.slug, posts },
      after: { name: into.name, slug: into.slug },
    });
    afterCommit('contentChanged');
    return { name: from.name, into: into.name, posts };
  });
}
