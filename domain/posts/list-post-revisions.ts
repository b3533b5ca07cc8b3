import {
  findRevisions,
  listRevisions,
  noteChanges,
  type ComparedRevision,
  type RevisionRow,
} from '#db/queries/revisions.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/text/fields.ts';
import { changesInWords } from './changes-in-words.ts';
import { readSettings } from './post-settings.ts';

export type Revision = Awaited<ReturnType<typeof listPostRevisions>>[number];

/**
 * The stored earlier states of a post, newest first. What differs between two of them is noted when the list is first
 * read, so that neither a save nor the next list has to compare: about 8 MB of content at a time, newest first; of what
 * is left over the next list says it.
 */
export async function listPostRevisions(ctx: DomainContext, postId: string) {
  requirePermission(ctx, 'edit-content');
  if (!isId(postId)) throw notFound('Post not found.');
  const rows = await listRevisions(ctx.db, postId);
  const compared = await compare(ctx, postId, pairsToCompare(rows));
  return rows.map((row, index) => ({
    id: row.id,
    /** Of the post; that of discarded changes is the one they were begun on. */
    version: row.version,
    kind: row.save_kind,
    savedBy: row.saved_by_name,
    savedAt: row.saved_at,
    name: row.name,
    /** What differs from the state before it, in words; '' for nothing; null when that state is not stored any more. */
    changes: compared.get(row.id) ?? knownChanges(row, stateBefore(rows, index)),
  }));
}

const maxBytes = 8 * 1024 * 1024;

type Pair = { id: string; since: string };

/** The revisions whose state before is another than the one that they were compared with, with that state. Pure. */
export function pairsToCompare(rows: readonly RevisionRow[]): Pair[] {
  const pairs: Pair[] = [];
  let bytes = 0;
  for (const [index, row] of rows.entries()) {
    const before = stateBefore(rows, index);
    if (!before || knownChanges(row, before) !== null) continue;
    bytes += row.bytes + before.bytes;
    if (bytes > maxBytes && pairs.length > 0) break;
    pairs.push({ id: row.id, since: before.id });
  }
  return pairs;
}

/** The state that a revision was made of: discarded changes of that version of the post, others of the one before. */
function stateBefore(rows: readonly RevisionRow[], index: number): RevisionRow | undefined {
  const row = rows[index];
  return rows
    .slice(index + 1)
    .find(
      (one) =>
        one.save_kind !== 'discarded' && (row?.save_kind !== 'discarded' || one.version === row.version),
    );
}

function knownChanges(row: RevisionRow, before: RevisionRow | undefined): string | null {
  return before && row.changes_since === before.id ? row.changes : null;
}

async function compare(
  { db }: DomainContext,
  postId: string,
  pairs: readonly Pair[],
): Promise<Map<string, string>> {
  if (pairs.length === 0) return new Map();
  const ids = new Set(pairs.flatMap(({ id, since }) => [id, since]));
  const found = await findRevisions(db, postId, [...ids]);
  const states = new Map(
    found.map(({ id, settings, content }) => [id, { ...readSettings(settings), content }]),
  );
  const compared: ComparedRevision[] = pairs.flatMap(({ id, since }) => {
    const [before, after] = [states.get(since), states.get(id)];
    return before && after ? [{ id, since, changes: changesInWords(before, after) }] : [];
  });
  await noteChanges(db, compared);
  return new Map(compared.map(({ id, changes }) => [id, changes]));
}
