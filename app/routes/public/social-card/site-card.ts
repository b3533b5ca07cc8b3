import { redirect } from 'react-router';

import type { Route } from './+types/site-card';
import { sameForEverybody } from '#app/http/cache-control.ts';
import { readSiteWords } from '#app/http/site-words.ts';
import { nothingHere } from '#app/http/site-file.ts';
import { renderCard } from './render-card.ts';
import { signatureOf, siteCardAddress, siteCardOf } from './social-card-address.ts';

/** The image that other sites show beside a link to a page that is no post. Older addresses redirect to the current one. */
export async function loader({ params: { image }, context }: Route.LoaderArgs) {
  const site = signatureOf(readSiteWords(context, ['general', 'brand']));
  const address = siteCardAddress(site);
  if (!/^[0-9a-f]{12}\.png$/.test(image)) return nothingHere();
  if (!address.endsWith(`/${image}`)) return redirect(address, 302);
  return renderCard(context, siteCardOf(site), sameForEverybody);
}
