/** True if a text from outside is one of the keys of a record of the product. */
export function isKeyOf<Key extends string>(
  record: Readonly<Record<Key, unknown>>,
  text: string,
): text is Key {
  return Object.hasOwn(record, text);
}
