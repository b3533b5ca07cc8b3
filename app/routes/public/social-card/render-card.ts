import type { RouterContextProvider } from 'react-router';

import { socialImageRendererContext } from '#app/http/request-context.ts';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { socialCardSvg, type SocialCard } from './social-card-svg.ts';

/** The answer with a card as PNG. */
export async function renderCard(
  context: Readonly<RouterContextProvider>,
  card: SocialCard,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const renderer = context.get(socialImageRendererContext);
  const png = await withUnavailableFallback(context, () =>
    renderer.render((typeface, logo) => socialCardSvg(card, typeface, logo), card.logo),
  );
  return new Response(png, { headers: { 'Content-Type': 'image/png', ...headers } });
}
