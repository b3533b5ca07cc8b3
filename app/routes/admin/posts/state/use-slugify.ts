import { useEffect, useRef, useState } from 'react';

import { plainSlug } from '#domain/text/plain-slug.ts';

type Slugify = (text: string) => string;

/**
 * The domain's own rule for slugs. The table that knows every script of the world is large, so it is loaded only for a
 * title that needs it; until it is there such a title has no slug, and the server makes one with the same rule.
 *
 * @param title null when no slug follows it
 */
export function useSlugify(title: string | null, onArrival: (slugify: Slugify) => void): Slugify {
  const [slugify, setSlugify] = useState<Slugify | null>(null);
  const tell = useRef(onArrival);
  useEffect(() => {
    tell.current = onArrival;
  });

  const needsTable = title !== null && plainSlug(title) === null;
  useEffect(() => {
    async function load() {
      const rule = await import('#domain/text/slug.ts').then((module) => module.slugify).catch(() => null);
      if (rule === null) return;
      setSlugify(() => rule);
      tell.current(rule);
    }
    if (needsTable) void load();
  }, [needsTable]);

  return slugify ?? plainOrNothing;
}

function plainOrNothing(text: string): string {
  return plainSlug(text) ?? '';
}
