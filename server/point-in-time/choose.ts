import type { Base, Piece } from './names.ts';

/** What a restore to `at` begins with: the newest base that was complete by then. Null: there is none. Pure. */
export function chooseBase(bases: readonly Base[], at: Date): Base | null {
  return newestFirst(bases).find((base) => base.finishedAt <= at) ?? null;
}

/**
 * The pieces of the log, in order, that a restore to `at` needs after its base. `endsAt` is the moment up to which they
 * hold everything: it is before `at` where the log ends or has a gap. Pure.
 */
export function choosePieces(
  pieces: readonly Piece[],
  from: bigint,
  at: Date,
): { pieces: Piece[]; endsAt: Date | null } {
  // Of two with the same beginning the longer one first: it replaces the shorter ones.
  const ordered = pieces.toSorted((a, b) => compare(a.from, b.from) || compare(b.to, a.to));
  const chosen: Piece[] = [];
  let covered = from;
  let endsAt: Date | null = null;
  for (const piece of ordered) {
    if (piece.to <= covered) continue;
    if (piece.from > covered || (endsAt !== null && endsAt >= at)) break;
    chosen.push(piece);
    covered = piece.to;
    endsAt = piece.at;
  }
  return { pieces: chosen, endsAt };
}

/** The bases without which every moment since `since` can still be restored. Pure. */
export function basesToDelete(bases: readonly Base[], since: Date): Base[] {
  const needed = chooseBase(bases, since);
  return needed === null ? [] : bases.filter((base) => base.finishedAt < needed.finishedAt);
}

/** The pieces that no kept base of their series needs. Pure. */
export function piecesToDelete(pieces: readonly Piece[], kept: readonly Base[]): Piece[] {
  const oldest = kept.toSorted((a, b) => compare(a.from, b.from))[0];
  return oldest === undefined ? [] : pieces.filter((piece) => piece.to <= oldest.from);
}

export function newestFirst(bases: readonly Base[]): Base[] {
  return bases.toSorted((a, b) => b.finishedAt.getTime() - a.finishedAt.getTime());
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
