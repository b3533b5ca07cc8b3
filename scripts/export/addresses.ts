/** Addresses in a response that a browser or a crawler could request next, as written there. */
export function addressesIn(contentType: string, text: string): string[] {
  if (contentType.startsWith('text/html')) return addressesInHtml(text);
  if (contentType.startsWith('text/css')) return matches(text, /url\(\s*["']?([^"')]+)["']?\s*\)/g);
  if (contentType.startsWith('text/javascript'))
    return matches(text, /["'`](\.{0,2}\/[\w./-]+\.(?:js|css))["'`]/g);
  if (/^[\w.-]+\/(?:[\w.-]+\+)?xml\b/.test(contentType))
    return matches(text, /<(?:loc|link)>([^<]+)</g).map(unescape);
  if (contentType.startsWith('application/manifest+json')) return matches(text, /"src":\s*"([^"]+)"/g);
  return [];
}

function addressesInHtml(html: string): string[] {
  return [...html.matchAll(/<(?:[a-z][a-z0-9]*)\b([^>]*)>/g)]
    .flatMap(([, attributes = '']) => [
      ...matches(attributes, /\s(?:href|src|poster)="([^"]*)"/g),
      ...matches(attributes, /\s(?:srcset|imagesrcset)="([^"]*)"/gi).flatMap((set) =>
        set.split(',').map((each) => each.trim().split(/\s/)[0] ?? ''),
      ),
      ...(/\b(?:property|name)="(?:og|twitter):image"/.test(attributes)
        ? matches(attributes, /\scontent="([^"]*)"/g)
        : []),
    ])
    .map(unescape);
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found);
}

function unescape(text: string): string {
  return text.replaceAll('&amp;', '&');
}
