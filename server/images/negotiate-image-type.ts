import type { WantedType } from '#domain/images/image-services.ts';

/**
 * The newest type that a browser says it takes. A bare wildcard is no promise: crawlers and feed readers send it, and
 * many of them read JPEG and PNG only.
 */
export function negotiateImageType(accept: string): WantedType {
  const taken = new Set(
    accept
      .split(',')
      .filter((part) => !/;\s*q=0(?:\.0*)?\s*(?:;|$)/i.test(part))
      .map((part) => part.split(';', 1)[0]?.trim().toLowerCase()),
  );
  if (taken.has('image/avif')) return 'avif';
  return taken.has('image/webp') ? 'webp' : 'own';
}
