/** A page as it was answered. */
export type CrawledPage = { path: string; status: number; type: string; body: string };

export type Crawl = {
  pages: CrawledPage[];
  /** Links and resources of this site that lead nowhere: where they stand, and where they lead. */
  broken: string[];
  /** Addresses on other hosts that a browser would load by itself. */
  foreign: string[];
};

/**
 * Follows every link and loads every resource of a site that a visitor's browser would, once each, and looks whether
 * targets within a page are there.
 */
export async function crawl(origin: string, starts: string[], maxPages = 5_000): Promise<Crawl> {
  const pages = new Map<string, CrawledPage>();
  const broken = new Set<string>();
  const foreign = new Set<string>();
  const waiting = starts.map((path) => ({ from: 'start', path }));
  const targets: { from: string; path: string; id: string }[] = [];

  for (let next = waiting.shift(); next && pages.size < maxPages; next = waiting.shift()) {
    const { from, path } = next;
    const known = pages.get(path);
    const page = known ?? (await load(origin, path));
    pages.set(path, page);
    if (page.status >= 400 && from !== 'start') broken.add(`${from} → ${path} (${page.status})`);
    if (known || !page.type.startsWith('text/html')) continue;
    for (const { address, isLoaded } of addressesIn(page.body)) {
      const url = new URL(address, origin + path);
      if (url.protocol !== 'http:' && url.protocol !== 'https:') continue;
      if (url.origin !== origin) {
        if (isLoaded) foreign.add(`${path} → ${url.href}`);
        continue;
      }
      const target = url.pathname + url.search;
      if (url.hash.length > 1)
        targets.push({ from: path, path: target, id: decodeURIComponent(url.hash.slice(1)) });
      if (target === path || url.pathname.startsWith('/admin')) continue;
      waiting.push({ from: path, path: target });
    }
  }
  for (const { from, path, id } of targets) {
    const body = pages.get(path)?.body;
    if (body !== undefined && !body.includes(` id="${id}"`))
      broken.add(`${from} → ${path}#${id} (no such place)`);
  }
  return { pages: [...pages.values()], broken: [...broken], foreign: [...foreign] };
}

async function load(origin: string, path: string): Promise<CrawledPage> {
  const answer = await fetch(origin + path);
  const type = answer.headers.get('content-type') ?? '';
  const body = /^(text|image\/svg|application\/(xml|json|rss))/.test(type) ? await answer.text() : '';
  if (body === '') await answer.arrayBuffer().catch(() => {});
  return { path, status: answer.status, type, body };
}

/** Addresses in the attributes of a page: what it links to and what it loads. */
function addressesIn(html: string): { address: string; isLoaded: boolean }[] {
  const found: { address: string; isLoaded: boolean }[] = [];
  for (const [, name = '', attributes = ''] of html.matchAll(/<([a-z][a-z0-9]*)\b([^>]*)>/g)) {
    for (const [, attribute = '', value = ''] of attributes.matchAll(
      /\s(href|src|action|poster|srcset)="([^"]*)"/g,
    )) {
      const isLink =
        name === 'a' ||
        name === 'form' ||
        (name === 'link' && /rel="(?:canonical|prev|next|alternate)"/.test(attributes));
      const values =
        attribute === 'srcset' ? value.split(',').map((each) => each.trim().split(/\s/)[0] ?? '') : [value];
      for (const each of values) found.push({ address: each.replaceAll('&amp;', '&'), isLoaded: !isLink });
    }
  }
  return found;
}
