import type { MetaDescriptor } from 'react-router';

import { pageMeta, type PageDescription, type Site } from '#app/http/page-meta.ts';
import { publicLayoutId } from './layout-id.ts';
import { wordsOf } from './site-words.ts';

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** Name and origin of the site. The origin comes from the settings, through the loader of the public layout. */
export function siteOf(matches: Matches): Site {
  const layout = matches.find((match) => match?.id === publicLayoutId)?.loaderData;
  const origin =
    typeof layout === 'object' && layout !== null && 'origin' in layout && typeof layout.origin === 'string'
      ? layout.origin
      : '';
  return { origin, name: wordsOf(matches, 'general').name };
}

/** The meta tags of a public page. */
export function publicMeta(matches: Matches, page: PageDescription): MetaDescriptor[] {
  return pageMeta(siteOf(matches), page);
}
