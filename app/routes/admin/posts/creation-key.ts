/**
 * The key that makes creating happen once: the same for a repeated press or a retry of the same text, another as soon
 * as the text has changed, so that a later version is never taken for one that has arrived already.
 */
export type CreationKeys = { keyFor: (form: FormData) => string };

export function createCreationKeys(randomKey: () => string = randomUuid): CreationKeys {
  let last: { text: string; key: string } | null = null;
  return {
    keyFor(form) {
      const text = JSON.stringify([...form]);
      if (last?.text !== text) last = { text, key: randomKey() };
      return last.key;
    },
  };
}

/** `crypto.randomUUID` exists on secure origins only; an admin on the local network has none. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
