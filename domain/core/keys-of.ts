/** The keys of a constant of the product, in its order. */
export function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] {
  // oxlint-disable-next-line no-unsafe-type-assertion -- the keys of a constant are those of its type
  return Object.keys(record) as Key[];
}
