import { redirect } from 'react-router';

import type { Route } from './+types/social-card';
import { sameForEverybody } from '#app/http/cache-control.ts';
import { readSiteWords } from '#app/http/site-words.ts';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { nothingHere } from '#app/http/site-file.ts';
import { findPublicCard } from '#domain/posts/find-public-card.ts';
import { renderCard } from './render-card.ts';
import { signatureOf, socialCardAddress, socialCardOf } from './social-card-address.ts';

/** The image that other sites show beside a link to a post. Older addresses redirect to the current one. */
export async function loader({ params: { image }, context }: Route.LoaderArgs) {
  const asked = /^([a-z0-9-]{1,200})-[0-9a-f]{12}\.png$/.exec(image)?.[1];
  const post = asked && (await withUnavailableFallback(context, (domain) => findPublicCard(domain, asked)));
  if (!post) return nothingHere();
  const site = signatureOf(readSiteWords(context, ['general', 'brand']));
  const address = socialCardAddress(post, site);
  if (!address.endsWith(`/${image}`)) return redirect(address, 301);
  return renderCard(context, socialCardOf(post, site), sameForEverybody);
}
