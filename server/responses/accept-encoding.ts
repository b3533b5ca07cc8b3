export type Encoding = 'br' | 'gzip' | 'identity';

/**
 * The best encoding that a client takes, by `Accept-Encoding` (RFC 9110, 12.5.3): brotli, then gzip, then none.
 * Weights only exclude (`q=0`); the order is ours, as smaller is better for everybody.
 */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const weights = readWeights(acceptEncoding);
  const takes = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
}

/** The values of a header such as `Accept`, in its order, each with its weight (RFC 9110, 12.4.2). */
export function readWeights(header: string): Map<string, number> {
  const weights = header
    .toLowerCase()
    .split(',')
    .map((range): [string, number] => {
      const [value = '', ...parameters] = range.split(';').map((part) => part.trim());
      const weight = parameters.map((part) => /^q\s*=\s*([\d.]{1,9})$/.exec(part)?.[1]).find(Boolean);
      return [value, Number(weight ?? 1)];
    });
  return new Map(weights);
}

/** True if text of this kind gets smaller; images and fonts are compressed already. */
export function isCompressible(contentType: string): boolean {
  return /^(?:text\/|application\/(?:[a-z.+-]+\+)?(?:json|xml|javascript)\b|image\/svg\+xml)/i.test(
    contentType,
  );
}
