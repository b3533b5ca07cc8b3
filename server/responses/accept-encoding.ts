export type Encoding = 'br' | 'gzip' | 'identity';

/**
 * The best encoding that a client takes, by `Accept-Encoding` (RFC 9110, 12.5.3): brotli, then gzip, then none.
 * Weights only exclude (`q=0`); the order is ours, as smaller is better for everybody.
 */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const accepted = new Map<string, boolean>();
  for (const entry of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';');
    accepted.set(name.trim(), !parameters.some((parameter) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/.test(parameter)));
  }
  const takes = (name: string) => accepted.get(name) ?? accepted.get('*') ?? false;
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
}

/** True if text of this kind gets smaller; images and fonts are compressed already. */
export function isCompressible(contentType: string): boolean {
  return /^(?:text\/|application\/(?:[a-z.+-]+\+)?(?:json|xml|javascript)\b|image\/svg\+xml)/i.test(
    contentType,
  );
}
