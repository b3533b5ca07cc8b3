import { randomBytes } from 'node:crypto';
import { get as getHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { isIP } from 'node:net';
import { text } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';

import { errorCode } from '#db/database-error.ts';

import { ok, problem, warning, type Check, type DoctorContext, type Finding } from './check.ts';

/** Milliseconds; together with the DNS within the time of a check. */
const answerWithin = 2_500;

/** The way of visitors to SITE_URL: the name in the DNS, the certificate, the proxy, and TRUSTED_PROXIES. */
export const proxy: Check = {
  name: 'way to the site',
  async run({ config, dns }, signal) {
    if (!config.siteUrl.isConfigured) return [];
    const site = new URL(config.siteUrl.origin);
    const { hostname, origin } = site;
    const addresses = await addressesOf(dns, hostname).catch(() => null);
    if (addresses === null) {
      const repair = 'Check the network and /etc/resolv.conf of this machine.';
      return problem(`The DNS did not answer for ${hostname}.`, repair);
    }
    const [address] = addresses;
    if (address === undefined) {
      return problem(
        `${hostname} has no address in the DNS, so visitors do not find the site.`,
        'Make an A or AAAA record with the address of this machine or of the proxy in front, or correct SITE_URL.',
      );
    }
    const id = `doctor-${randomBytes(8).toString('hex')}`;
    try {
      const answer = await get(site, address, id, signal);
      return wayFindings(origin, answer, id, config.trustedProxies.length > 0);
    } catch (error) {
      return problem(
        `${origin} does not answer (${errorCode(error) || String(error)}).`,
        'Start the product and the reverse proxy, open the port in the firewall, and see that the certificate is valid, trusted and for this host.',
      );
    }
  },
};

/** @param id the product keeps the request id of a proxy that it trusts */
function wayFindings(
  origin: string,
  answer: Answer,
  id: string,
  trustsProxies: boolean,
): Finding | Finding[] {
  const { status, body, headers, validTo } = answer;
  if (status === 502 || status === 503 || status === 504) {
    return problem(
      `The proxy at ${origin} answers ${status}: it does not reach the product.`,
      'Start the product, and check the address and port in the configuration of the proxy (HOST, PORT).',
    );
  }
  if (status !== 200 || !body.includes('alive')) {
    return problem(
      `Something other than this product answers at ${origin} (status ${status}).`,
      'Let the proxy pass every address of this host on to the product, or correct SITE_URL.',
    );
  }
  const certificate =
    validTo !== null && validTo.getTime() - Date.now() < 14 * 86_400_000
      ? [
          warning(
            `The certificate of ${origin} ends on ${validTo.toISOString().slice(0, 10)}.`,
            'Renew it, and see why it is not renewed by itself (certbot renew, or the log of Caddy).',
          ),
        ]
      : [];
  if (!origin.startsWith('https:') || headers['x-request-id'] === id) {
    return [ok(`${origin} answers.`), ...certificate];
  }
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
    ...certificate,
  ];
}

type Answer = {
  status: number;
  body: string;
  headers: IncomingHttpHeaders;
  /** The end of the certificate; null without TLS. */
  validTo: Date | null;
};

/** GET of `/healthz` at an address that the DNS has named. */
async function get(site: URL, address: string, id: string, signal: AbortSignal): Promise<Answer> {
  const isHttps = site.protocol === 'https:';
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = {
      host: address,
      port: Number(site.port) || (isHttps ? 443 : 80),
      path: '/healthz',
      servername: isIP(site.hostname) === 0 ? site.hostname : '',
      headers: { Host: site.host, Accept: 'text/plain', 'X-Request-Id': id },
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithin)]),
      agent: false,
    };
    (isHttps ? getHttps : getHttp)(options, resolve).once('error', reject);
  });
  const { socket, statusCode: status = 0, headers } = response;
  const validTo = socket instanceof TLSSocket ? new Date(socket.getPeerCertificate().valid_to) : null;
  return { status, body: await text(response), headers, validTo };
}

async function addressesOf(dns: DoctorContext['dns'], hostname: string): Promise<string[]> {
  const plain = hostname.replaceAll(/[[\]]/g, '');
  if (isIP(plain) !== 0) return [plain];
  return plain === 'localhost' || plain.endsWith('.localhost') ? ['127.0.0.1'] : dns.addresses(plain);
}
