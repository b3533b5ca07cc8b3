import { expect, test } from 'vitest';

import { basesToDelete, chooseBase, choosePieces, piecesToDelete } from './choose.ts';
import {
  baseName,
  parseBaseName,
  parsePieceName,
  parseRemovedName,
  pieceName,
  removedName,
  segmentName,
  type Base,
  type Piece,
} from './names.ts';

const day = (n: number) => new Date(Date.UTC(2026, 10, n));
const base = (n: number, from = 0n, id = 'a'): Base => ({
  name: `${n}`,
  id,
  isEncrypted: false,
  from,
  finishedAt: day(n),
});
const piece = (from: bigint, to: bigint, n: number): Piece => ({
  name: `${from}-${to}`,
  timeline: 1,
  from,
  to,
  at: day(n),
});

test('a restore begins with the newest base that was complete at the moment', () => {
  const bases = [base(3), base(1), base(2)];
  expect(chooseBase(bases, new Date(day(2).getTime() + 1))?.name).toBe('2');
  expect(chooseBase(bases, day(2))?.name).toBe('2');
  expect(chooseBase(bases, new Date(day(1).getTime() - 1))).toBeNull();
});

test('the pieces that are chosen end with the first that holds everything before the moment', () => {
  const pieces = [piece(20n, 30n, 4), piece(0n, 10n, 1), piece(10n, 20n, 3), piece(30n, 40n, 5)];
  const chosen = choosePieces(pieces, 5n, day(4));
  expect(chosen.pieces.map(({ name }) => name)).toEqual(['0-10', '10-20', '20-30']);
  expect(chosen.endsAt).toEqual(day(4));
});

test('the pieces that are chosen end before a gap, and a joined piece stands for its parts', () => {
  const pieces = [piece(0n, 10n, 1), piece(0n, 4n, 1), piece(4n, 10n, 1), piece(12n, 20n, 3)];
  const chosen = choosePieces(pieces, 0n, day(9));
  expect(chosen.pieces.map(({ name }) => name)).toEqual(['0-10']);
  expect(chosen.endsAt).toEqual(day(1));
  expect(choosePieces(pieces, 11n, day(9))).toEqual({ pieces: [], endsAt: null });
});

test('the base that the oldest kept moment needs stays, and so does the log after it', () => {
  const bases = [base(1, 10n), base(2, 20n), base(3, 30n)];
  expect(basesToDelete(bases, new Date(day(2).getTime() + 1)).map(({ name }) => name)).toEqual(['1']);
  expect(basesToDelete(bases, new Date(0))).toEqual([]);
  const pieces = [piece(0n, 20n, 1), piece(20n, 25n, 2), piece(15n, 21n, 2)];
  expect(piecesToDelete(pieces, bases.slice(1)).map(({ name }) => name)).toEqual(['0-20']);
  expect(piecesToDelete(pieces, [])).toEqual([]);
});

test('names say what they were made of, and the name of another file says nothing', () => {
  const series = { id: '20261122T101500123Z', isEncrypted: true };
  const from = 0xab_0000_0000n;
  const name = baseName(series, { from, finishedAt: day(22) });
  expect(parseBaseName(name)).toEqual({ name, ...series, from, finishedAt: day(22) });
  const parts = { timeline: 3, from, to: from + 5n, at: day(22) };
  const pieceOf = pieceName(series, parts);
  expect(parsePieceName(pieceOf)).toEqual({ name: pieceOf, ...parts });
  const key = { folder: 'editor-images', name: '12345678901234567890.png' } as const;
  expect(parseRemovedName(removedName('2026-11-22', key))).toMatchObject({ day: '2026-11-22', key });
  for (const parse of [parseBaseName, parsePieceName, parseRemovedName]) {
    for (const other of ['', 'notes.txt', `${name}.partial`, `../${pieceOf}`])
      expect(parse(other)).toBeNull();
  }
});

test('a segment has the name that PostgreSQL gives to it', () => {
  // select pg_walfile_name('AB/CD000028')
  expect(segmentName(2, 0xab_cd00_0028n)).toBe('00000002000000AB000000CD');
});
