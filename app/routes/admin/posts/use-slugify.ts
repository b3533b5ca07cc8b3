import { useEffect, useRef, useState } from 'react';

type Slugify = (text: string) => string;

/**
 * The domain's own rule for slugs, loaded beside the form because it knows every script of the world. Null until it is
 * there, or while it is not needed; a slug left empty is made by the server with the same rule.
 */
export function useSlugify(isNeeded: boolean, onArrival: (slugify: Slugify) => void): Slugify | null {
  const [slugify, setSlugify] = useState<Slugify | null>(null);
  const tell = useRef(onArrival);
  useEffect(() => {
    tell.current = onArrival;
  });

  useEffect(() => {
    async function load() {
      const rule = await import('#domain/text/slug.ts').then((module) => module.slugify).catch(() => null);
      if (rule === null) return;
      setSlugify(() => rule);
      tell.current(rule);
    }
    if (isNeeded) void load();
  }, [isNeeded]);

  return slugify;
}
