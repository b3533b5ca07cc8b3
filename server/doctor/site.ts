import { randomBytes } from 'node:crypto';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { TLSSocket } from 'node:tls';

import { errorCode } from '#db/database-error.ts';

import { ok, problem, warning, type Check, type DoctorContext, type Finding } from './check.ts';

/** Longest answer that is read. Bytes. */
const maxBody = 64_000;
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
      const answer = await get(site, address, '/healthz', { 'X-Request-Id': id }, signal);
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
      `Something else than this product answers at ${origin} (status ${status}).`,
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

/** Whether the product runs here. */
export const running: Check = {
  name: 'process',
  async run({ config: { host, port } }, signal) {
    const at = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
    const origin = new URL(`http://${at.includes(':') ? `[${at}]` : at}:${port}`);
    try {
      const { status, body } = await get(origin, at, '/readyz', {}, signal);
      if (status === 200 && body.includes('ready')) return ok('The product runs and is ready.');
      const missing = /not ready: ([^<\n]+)/.exec(body)?.[1];
      return missing === undefined
        ? problem(`Another program answers on port ${port}.`, 'End it, or set PORT to another number.')
        : problem(
            `The product runs but is not ready: ${missing}.`,
            'Repair what is missing; it heals by itself.',
          );
    } catch (error) {
      return errorCode(error) === 'ECONNREFUSED'
        ? ok(`The product does not run: nothing listens on port ${port}.`)
        : problem(
            `What listens on port ${port} does not answer (${errorCode(error) || String(error)}).`,
            'Restart the product, or end the other program.',
          );
    }
  },
};

/** Who has METRICS_PORT. */
export const metricsPort: Check = {
  name: 'metrics',
  async run({ config: { metricsPort: port } }, signal) {
    if (port === null || port === 0) return [];
    try {
      const origin = new URL(`http://127.0.0.1:${port}`);
      const { body } = await get(origin, '127.0.0.1', '/metrics', {}, signal);
      if (body.includes('anyforge_')) return ok('The metrics can be read.');
      return problem(
        `Another program answers on METRICS_PORT ${port}, so the product does not start.`,
        'End it, or set METRICS_PORT to another number.',
      );
    } catch (error) {
      if (errorCode(error) === 'ECONNREFUSED') return ok(`Nothing listens on METRICS_PORT ${port}.`);
      return problem(
        `What listens on METRICS_PORT ${port} does not answer (${errorCode(error) || String(error)}).`,
        'Restart the product, or end the other program.',
      );
    }
  },
};

type Answer = {
  status: number;
  body: string;
  headers: IncomingHttpHeaders;
  /** Of the certificate; null without TLS. */
  validTo: Date | null;
};

/** GET of a path at an address that the DNS has named. */
function get(
  site: URL,
  address: string,
  path: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Answer> {
  const isHttps = site.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const sent = (isHttps ? httpsRequest : httpRequest)({
      host: address,
      port: Number(site.port) || (isHttps ? 443 : 80),
      path,
      servername: isIP(site.hostname) === 0 ? site.hostname : '',
      headers: { Host: site.host, Accept: 'text/plain', ...headers },
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithin)]),
      agent: false,
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      const { socket } = response;
      const validTo = socket instanceof TLSSocket ? new Date(socket.getPeerCertificate().valid_to) : null;
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        body += text;
        if (body.length > maxBody) response.destroy();
      });
      response.once('close', () =>
        resolve({ status: response.statusCode ?? 0, body, headers: response.headers, validTo }),
      );
    });
    sent.end();
  });
}

async function addressesOf(dns: DoctorContext['dns'], hostname: string): Promise<string[]> {
  const plain = hostname.replaceAll(/[[\]]/g, '');
  if (isIP(plain) !== 0) return [plain];
  return plain === 'localhost' || plain.endsWith('.localhost') ? ['127.0.0.1'] : dns.addresses(plain);
}
