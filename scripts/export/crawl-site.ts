import { addressesIn } from './addresses.ts';

export type SiteResponse = {
  /** Path and query. */
  address: string;
  status: number;
  headers: Headers;
  body: Buffer;
};

export type CrawlResult = {
  files: number;
  /** Addresses that lead on, and where. */
  redirects: { from: string; to: string; status: number }[];
  /** Addresses that answered 410. */
  gone: string[];
  /** Addresses that answered anything else. */
  failed: { address: string; status: number }[];
};

/** A site with more addresses is not exported: it would not end. */
const MAX_ADDRESSES = 200_000;
/** Not for everybody, or made for one request. */
const NOT_EXPORTED = /^\/(?:admin|api|rpc|preview|healthz|readyz|newsletter)(?:[/?.]|$)|^\/search\?/;

/**
 * Requests every address of the site that its pages lead to, one at a time.
 *
 * @param options.from where the running site is asked
 * @param options.origin under which its pages name it
 * @param options.save called for each response with status 200
 * @throws Error when the site stops answering
 */
export async function crawlSite(options: {
  from: string;
  origin: string;
  starts: readonly string[];
  save: (response: SiteResponse) => Promise<void>;
}): Promise<CrawlResult> {
  const { from, origin, save } = options;
  const result: CrawlResult = { files: 0, redirects: [], gone: [], failed: [] };
  const known = new Set<string>(options.starts);
  for (const address of known) {
    const response = await fetch(from + address, { redirect: 'manual', signal: AbortSignal.timeout(60_000) });
    const body = Buffer.from(await response.arrayBuffer());
    const { status, headers } = response;
    const found = addressesIn(headers.get('content-type') ?? '', body.toString());
    if (status === 200) {
      await save({ address, status, headers, body });
      result.files += 1;
    } else if (status >= 300 && status < 400) {
      const to = headers.get('location') ?? '/';
      result.redirects.push({ from: address, to: ownAddress(to, address) ?? to, status });
      found.push(to);
    } else if (status === 410) result.gone.push(address);
    else result.failed.push({ address, status });
    for (const each of found) {
      const next = ownAddress(each, address);
      if (next !== null && !NOT_EXPORTED.test(next)) known.add(next);
    }
    if (known.size > MAX_ADDRESSES) throw new Error(`The site has more than ${MAX_ADDRESSES} addresses.`);
  }
  return result;

  /** Path and query; null on another site. */
  function ownAddress(address: string, base: string): string | null {
    const url = URL.parse(address, origin + base);
    if (url === null || (url.origin !== origin && url.origin !== from)) return null;
    return url.pathname + url.search;
  }
}
