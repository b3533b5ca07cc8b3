import { redirect } from 'react-router';

import type { Route } from './+types/site-card';
import { sameForEverybody } from '#app/http/cache-control.ts';
import { socialImageRendererContext } from '#app/http/request-context.ts';
import { readSiteWords } from '#app/http/site-words.ts';
import { keyOf, signatureOf, siteCardAddress, siteCardOf } from './social-card-address.ts';
import { socialCardSvg } from './social-card-svg.ts';

/** The image that other sites show beside a link to a page that is no post. Older addresses redirect to the current one. */
export async function loader({ params: { image }, context }: Route.LoaderArgs) {
  const site = signatureOf(readSiteWords(context, ['general', 'brand']));
  const address = siteCardAddress(site);
  if (!/^[0-9a-f]{12}\.png$/.test(image))
    return new Response('There is nothing at this address.\n', { status: 404 });
  if (!address.endsWith(`/${image}`)) return redirect(address, 302);
  const card = siteCardOf(site);
  const png = await context
    .get(socialImageRendererContext)
    .render(keyOf(card), (typeface) => socialCardSvg(card, typeface));
  return new Response(png, { headers: { 'Content-Type': 'image/png', ...sameForEverybody } });
}
