import { redirect } from 'react-router';

import type { Route } from './+types/post-markdown';
import { domainContext } from '#app/http/request-context.ts';
import { nothingHere, siteFile } from '#app/http/site-file.ts';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { kindFolders, kinds, pathOf } from '#domain/core/kinds.ts';
import { findAddressOfKind } from '#domain/posts/find-address-of-kind.ts';

const markdownPathOf = (path: string) => `${path}.md`;

/** The page of a post of any kind as Markdown, at its own address with `.md`. */
export async function loader({ params: { slug }, url, context }: Route.LoaderArgs) {
  const kind = kindFolders.find(({ folder }) => url.pathname === markdownPathOf(`${folder}/${slug}`))?.kind;
  if (kind === undefined) return nothingHere();
  const address = await withUnavailableFallback(context, (domain) => findAddressOfKind(domain, kind, slug));
  switch (address.kind) {
    case 'found': {
      const domain = context.get(domainContext);
      const { post } = address;
      // Loaded at its first use: a start has no need of it.
      const { publicMarkdown } = await import('#domain/posts/public-markdown.ts');
      const text = await withUnavailableFallback(context, (parts) => publicMarkdown(parts, post));
      return siteFile(text, 'text/markdown', {
        Link: `<${post.canonicalUrl ?? domain.origin + pathOf(post)}>; rel="canonical"`,
        ...(post.noindex ? { 'X-Robots-Tag': 'noindex' } : {}),
      });
    }
    case 'moved':
      throw redirect(markdownPathOf(pathOf({ kind, slug: address.slug })), 301);
    case 'gone':
      return new Response(`This ${kinds[kind].noun} is not here anymore.\n`, { status: 410 });
    case 'unknown':
      return nothingHere();
  }
}
