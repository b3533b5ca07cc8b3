import { useEffect, useState } from 'react';

import { useLatest } from '#app/ui/use-latest.ts';
import { plainSlug } from '#domain/fields/slug.ts';

type Slugify = (text: string) => string;

/**
 * The rule of the domain for slugs. The table for all scripts is large, so it is loaded only for a text that needs it.
 * Until then such a text has no slug; the server makes one by the same rule.
 *
 * @param text what slugs are made of
 */
export function useSlugify(text: string, onArrival: (slugify: Slugify) => void): Slugify {
  const [slugify, setSlugify] = useState<Slugify | null>(null);
  const latest = useLatest(onArrival);

  const needsTable = plainSlug(text) === null;
  useEffect(() => {
    if (!needsTable) return;
    import('#domain/fields/transliterate.ts')
      .then(({ slugify: rule }) => {
        setSlugify(() => rule);
        latest.current(rule);
      })
      .catch(() => {});
  }, [needsTable, latest]);

  return slugify ?? ((plain) => plainSlug(plain) ?? '');
}
