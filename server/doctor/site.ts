import { randomBytes } from 'node:crypto';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { checkServerIdentity, connect, rootCertificates } from 'node:tls';

import { errorCode } from '#db/database-error.ts';

import { ok, problem, warning, type Check, type DoctorContext, type Finding } from './check.ts';
import { clockFindings } from './database.ts';

/** Longest answer that is read. Bytes. */
const maxBody = 64_000;
/** Milliseconds; together with the DNS within the time of a check. */
const answerWithin = 2_500;

/** Whether the name of SITE_URL leads to an address. */
export const dns: Check = {
  name: 'DNS',
  async run(context) {
    const site = publicSite(context);
    if (site === null) return [];
    const { hostname } = site;
    const addresses = await addressesOf(context, hostname).catch(() => null);
    return dnsFindings(hostname, addresses);
  },
};

/** @param addresses null when the DNS did not answer. Pure. */
export function dnsFindings(hostname: string, addresses: readonly string[] | null): Finding[] {
  if (addresses === null) {
    return [
      problem(
        `The DNS did not answer for ${hostname}.`,
        'Check the network and /etc/resolv.conf of this machine.',
      ),
    ];
  }
  if (addresses.length === 0) {
    return [
      problem(
        `${hostname} has no address in the DNS, so visitors do not find the site.`,
        'Make an A or AAAA record with the address of this machine or of the proxy in front, or correct SITE_URL.',
      ),
    ];
  }
  return [ok(`${hostname} leads to ${addresses.join(', ')}.`)];
}

export interface Certificate {
  /** Of the chain; null: it is trusted. */
  readonly error: string | null;
  readonly isForHost: boolean;
  readonly validTo: Date;
}

/** The certificate that visitors are shown. */
export const certificate: Check = {
  name: 'TLS certificate',
  async run(context, signal) {
    const site = publicSite(context);
    if (site === null || site.protocol !== 'https:') return [];
    const [address] = await addressesOf(context, site.hostname);
    if (address === undefined) return [];
    const port = Number(site.port) || 443;
    try {
      const found = await readCertificate(
        { address, port, hostname: site.hostname, trusted: context.trusted },
        signal,
      );
      return certificateFindings(site.hostname, found, new Date());
    } catch (error) {
      return [
        problem(
          `${site.hostname} offers no TLS at ${address}, port ${port} (${errorCode(error) || String(error)}).`,
          'Start the reverse proxy with TLS, and let port 443 through the firewall.',
        ),
      ];
    }
  },
};

const day = 86_400_000;

/** Pure. */
export function certificateFindings(
  hostname: string,
  { error, isForHost, validTo }: Certificate,
  now: Date,
): Finding[] {
  const days = Math.floor((validTo.getTime() - now.getTime()) / day);
  const renew = 'Renew it, and see why it is not renewed by itself (certbot renew, or the log of Caddy).';
  if (days < 0)
    return [problem(`The certificate of ${hostname} ended on ${validTo.toISOString().slice(0, 10)}.`, renew)];
  if (!isForHost) {
    return [
      problem(
        `The certificate that is shown is not for ${hostname}.`,
        `Give the proxy a certificate for ${hostname}.`,
      ),
    ];
  }
  if (error !== null) {
    return [
      problem(
        `Browsers do not trust the certificate of ${hostname} (${error}).`,
        "Take one of a known authority such as Let's Encrypt, with its whole chain.",
      ),
    ];
  }
  const until = `The certificate of ${hostname} is valid until ${validTo.toISOString().slice(0, 10)}`;
  return [days < 14 ? warning(`${until}, ${days} days from now.`, renew) : ok(`${until}.`)];
}

function readCertificate(
  at: { address: string; port: number; hostname: string; trusted: string | undefined },
  signal: AbortSignal,
): Promise<Certificate> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: at.address,
      port: at.port,
      servername: isIP(at.hostname) === 0 ? at.hostname : '',
      // A certificate that is not trusted is looked at all the same, and nothing is sent.
      rejectUnauthorized: false,
      ...(at.trusted === undefined ? {} : { ca: [...rootCertificates, at.trusted] }),
    });
    socket.setTimeout(answerWithin, () => socket.destroy(new Error('no answer')));
    signal.addEventListener('abort', () => socket.destroy());
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const shown = socket.getPeerCertificate();
      const { authorizationError } = socket;
      socket.destroy();
      resolve({
        error: authorizationError ? String(authorizationError) : null,
        isForHost: checkServerIdentity(at.hostname, shown) === undefined,
        validTo: new Date(shown.valid_to),
      });
    });
  });
}

export interface SiteAnswer {
  readonly status: number;
  /** Whether the product itself answered. */
  readonly isOurs: boolean;
  /** Whether it believed the request id that was sent, as it does where it trusts who connects. */
  readonly keepsRequestId: boolean;
  /** Milliseconds that the clock of who answered is ahead; null when it told no time. */
  readonly clockAhead: number | null;
}

/** The way of visitors: SITE_URL, and what it says about TRUSTED_PROXIES and the clock. */
export const proxy: Check = {
  name: 'way to the site',
  async run(context, signal) {
    const site = publicSite(context);
    if (site === null) return [];
    const [address] = await addressesOf(context, site.hostname);
    if (address === undefined) return [];
    try {
      const answer = await askForHealth(site, address, signal);
      return proxyFindings(site.origin, answer, context.config.trustedProxies.length > 0);
    } catch (error) {
      return [
        problem(
          `${site.origin} does not answer (${errorCode(error) || String(error)}).`,
          'Start the product and the reverse proxy, and open the port in the firewall.',
        ),
      ];
    }
  },
};

/** Pure. */
export function proxyFindings(origin: string, answer: SiteAnswer, trustsProxies: boolean): Finding[] {
  const { status, isOurs, keepsRequestId, clockAhead } = answer;
  if (status === 502 || status === 503 || status === 504) {
    return [
      problem(
        `The proxy at ${origin} answers ${status}: it does not reach the product.`,
        'Start the product, and check the address and port in the configuration of the proxy (HOST, PORT).',
      ),
    ];
  }
  if (!isOurs) {
    return [
      problem(
        `Something else than this product answers at ${origin} (status ${status}).`,
        'Let the proxy pass every address of this host on to the product, or correct SITE_URL.',
      ),
    ];
  }
  const clock = clockAhead === null ? [] : clockFindings(`The clock of ${origin}`, clockAhead);
  if (!origin.startsWith('https:') || keepsRequestId) return [ok(`${origin} answers.`), ...clock];
  const what = 'visitors behind the proxy count as one address, and share one limit.';
  const repair =
    'Set TRUSTED_PROXIES to the address from which the proxy connects: 127.0.0.1 where it runs on this machine.';
  return [
    trustsProxies
      ? warning(
          `TRUSTED_PROXIES does not name the proxy that answers at ${origin}, or the proxy replaces X-Request-Id. If it is not named, ${what}`,
          repair,
        )
      : problem(`${origin} is reached through a proxy, but TRUSTED_PROXIES is not set: ${what}`, repair),
    ...clock,
  ];
}

/** Whether the product runs here. */
export const running: Check = {
  name: 'process',
  async run({ config: { host, port } }, signal) {
    const at = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
    const origin = new URL(`http://${at.includes(':') ? `[${at}]` : at}:${port}`);
    try {
      const { status, body } = await get(origin, at, '/readyz', {}, signal);
      return runningFindings({ port, status, body });
    } catch (error) {
      return errorCode(error) === 'ECONNREFUSED'
        ? [ok(`The product does not run: nothing listens on port ${port}.`)]
        : [
            problem(
              `What listens on port ${port} does not answer (${errorCode(error) || String(error)}).`,
              'Restart the product, or end the other program.',
            ),
          ];
    }
  },
};

/** Pure. */
export function runningFindings({
  port,
  status,
  body,
}: {
  port: number;
  status: number;
  body: string;
}): Finding[] {
  if (status === 200 && body.includes('ready')) return [ok('The product runs and is ready.')];
  const missing = /not ready: ([^<\n]+)/.exec(body)?.[1];
  if (missing === undefined) {
    return [problem(`Another program answers on port ${port}.`, 'End it, or set PORT to another number.')];
  }
  return [
    problem(`The product runs but is not ready: ${missing}.`, 'Repair what is missing; it heals by itself.'),
  ];
}

async function askForHealth(site: URL, address: string, signal: AbortSignal): Promise<SiteAnswer> {
  const id = `doctor-${randomBytes(8).toString('hex')}`;
  const { status, body, headers } = await get(site, address, '/healthz', { 'X-Request-Id': id }, signal);
  const toldAt = Date.parse(headers.date ?? '');
  return {
    status,
    isOurs: status === 200 && body.includes('alive'),
    keepsRequestId: headers['x-request-id'] === id,
    clockAhead: Number.isNaN(toldAt) ? null : toldAt - Date.now(),
  };
}

/** GET of a path at an address that the DNS has named; the certificate is looked at by its own check. */
function get(
  site: URL,
  address: string,
  path: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<{ status: number; body: string; headers: IncomingHttpHeaders }> {
  const isHttps = site.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const sent = (isHttps ? httpsRequest : httpRequest)({
      host: address,
      port: Number(site.port) || (isHttps ? 443 : 80),
      path,
      servername: isIP(site.hostname) === 0 ? site.hostname : '',
      rejectUnauthorized: false,
      headers: { Host: site.host, Accept: 'text/plain', ...headers },
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithin)]),
      agent: false,
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        body += text;
        if (body.length > maxBody) response.destroy();
      });
      response.once('close', () =>
        resolve({
          status: response.statusCode ?? 0,
          body: body.slice(0, maxBody),
          headers: response.headers,
        }),
      );
    });
    sent.end();
  });
}

function publicSite({ config }: DoctorContext): URL | null {
  return config.siteUrl.isConfigured ? new URL(config.siteUrl.origin) : null;
}

async function addressesOf({ dns: lookUp }: DoctorContext, hostname: string): Promise<string[]> {
  const plain = hostname.replaceAll(/[[\]]/g, '');
  if (isIP(plain) !== 0) return [plain];
  return plain === 'localhost' || plain.endsWith('.localhost') ? ['127.0.0.1'] : lookUp.addresses(plain);
}
