import { createHash } from 'node:crypto';

/** Returns a number from 0 to 1, without 1. */
export type Random = () => number;

/** A pseudorandom generator with the same sequence for the same seed ("mulberry32"). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('The list is empty.');
  return item;
}

/** `count` different items in random order, or all of them if there are fewer. */
export function pickSome<Item>(random: Random, items: readonly Item[], count: number): Item[] {
  const rest = [...items];
  const picked: Item[] = [];
  while (picked.length < count && rest.length > 0) {
    picked.push(...rest.splice(Math.floor(random() * rest.length), 1));
  }
  return picked;
}

/** The same UUID for the same name, so that running the command again creates nothing twice. */
export function stableId(name: string): string {
  const hex = createHash('sha256').update(`anyforge demonstration: ${name}`).digest('hex');
  const variant = (Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8;
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant.toString(16)}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
