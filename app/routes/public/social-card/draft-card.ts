import type { Route } from './+types/draft-card';
import { forOnePerson } from '#app/http/cache-control.ts';
import { readSiteWords } from '#app/http/site-words.ts';
import { requireAdmin } from '#app/http/require-admin.ts';
import { renderCard } from './render-card.ts';
import { signatureOf, socialCardOf } from './social-card-address.ts';

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

/** Preview of the image that other sites will show beside a link to a post: `?title=&slug=&category=`. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const words = (name: string) => (url.searchParams.get(name) ?? '').trim().slice(0, 300);
  const category = words('category');
  const post = {
    title: words('title'),
    slug: words('slug'),
    category: category === '' ? null : { name: category, slug: '' },
  };
  const site = signatureOf(readSiteWords(context, ['general', 'brand']));
  return renderCard(context, socialCardOf(post, site), forOnePerson);
}
