/** The public origin (`https://firm.example`). Not configured: any loopback name on the listening port is ours too. */
export type PublicOrigin = {
  readonly origin: string;
  readonly isConfigured: boolean;
};

/** The signs of a request's origin. Absent headers are undefined. */
export type RequestSource = {
  readonly method: string;
  readonly origin: string | undefined;
  readonly secFetchSite: string | undefined;
  readonly hasCookie: boolean;
  /** The port the connection came in on. */
  readonly localPort: number | undefined;
};

type OriginVerdict =
  | { readonly isAllowed: true; readonly origin: string }
  | { readonly isAllowed: false; readonly message: string };

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

const foreignOrigin = 'This request came from another site, so it was not carried out.';
const notConfigured = `${foreignOrigin} If this is your own site under this address, set SITE_URL to it and start again.`;

/**
 * True if a request may change something. `origin` of the answer is the one under which the site was reached, for
 * building the request's address.
 *
 * Browsers send `Origin` with every unsafe request, so its absence is believed only of a client that brings no cookie
 * and therefore no authority to borrow. The answer never depends on Host or on anything a proxy forwards.
 */
export function checkOrigin(source: RequestSource, ours: PublicOrigin): OriginVerdict {
  const allowed = { isAllowed: true, origin: ours.origin } as const;
  if (safeMethods.has(source.method)) return allowed;

  if (source.origin !== undefined) {
    if (source.origin === ours.origin) return allowed;
    if (ours.isConfigured) return { isAllowed: false, message: foreignOrigin };
    return isLoopbackAlias(source.origin, source.localPort)
      ? { isAllowed: true, origin: source.origin }
      : { isAllowed: false, message: notConfigured };
  }
  const isOwnOrNoBrowser =
    source.secFetchSite === undefined ? !source.hasCookie : source.secFetchSite === 'same-origin';
  return isOwnOrNoBrowser ? allowed : { isAllowed: false, message: foreignOrigin };
}

function isLoopbackAlias(origin: string, localPort: number | undefined): boolean {
  const url = URL.parse(origin);
  return (
    url !== null &&
    url.origin === origin &&
    url.protocol === 'http:' &&
    loopbackHosts.has(url.hostname) &&
    Number(url.port || '80') === localPort
  );
}
