import type { IncomingHttpHeaders } from 'node:http2';
import {
  connect as connectTls,
  getCACertificates,
  setDefaultCACertificates,
  type SecureVersion,
} from 'node:tls';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createClient, createOwner } from '#tests/client.ts';
import { photograph } from '#tests/image-files.ts';
import { findFreePort } from '../free-port.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { findProxyPorts, proxyKinds, type ProxyUnderTest } from '#tests/proxy-under-test.ts';
import { fillPublicSite } from '#tests/public-site.ts';
import { askRaw } from '#tests/raw-request.ts';
import { upload } from '#tests/uploads.ts';

describe.for(proxyKinds)('$name in front of the product$needs.note', ({ needs, start }) => {
  if (needs.isMissing) return void test.skip('the sample in deploy/', () => {});
  let product: RunningProduct;
  let proxy: ProxyUnderTest;
  /** The product itself, without the proxy. */
  let direct: string;

  beforeAll(async () => {
    const ports = await findProxyPorts();
    const port = await findFreePort('127.0.0.1');
    direct = `http://127.0.0.1:${port}`;
    product = await startProduct({
      PORT: String(port),
      SITE_URL: `https://localhost:${ports.https}`,
      TRUSTED_PROXIES: '127.0.0.1',
    });
    await fillPublicSite(product.database.db);
    proxy = await start(ports, new URL(direct).host);
    setDefaultCACertificates([...getCACertificates('default'), proxy.authority]);
  });
  afterAll(async () => {
    await proxy?.stop();
    await product?.stop();
  });

  /** HTTP/1.1, through the proxy or directly. */
  function ask(
    origin: string,
    path: string,
    { from, headers, ...options }: Parameters<typeof askRaw>[2] & { from?: string } = {},
  ) {
    const own = { host: '127.0.0.1', servername: 'localhost', ...(from && { localAddress: from }) };
    return askRaw(origin, path, { ...own, headers: { host: new URL(origin).host, ...headers }, ...options });
  }

  test('http leads to the same address over https', async () => {
    const { status, headers } = await ask(proxy.httpOrigin, '/blog?page=2');
    expect([301, 308]).toContain(status);
    expect(headers.location).toMatch(/^https:\/\/localhost(?::\d+)?\/blog\?page=2$/);
  });

  test('TLS 1.2 and 1.3 are spoken with strong ciphers, nothing older, and HTTP/2 over them', async () => {
    const versions = await Promise.all(
      (['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const).map((version) => negotiate(proxy, { version })),
    );
    expect(versions).toEqual(['refused', 'refused', 'TLSv1.2 h2', 'TLSv1.3 h2']);
    const weak = ['AES128-SHA', 'AES256-GCM-SHA384', 'ECDHE-ECDSA-AES128-SHA', 'ECDHE-RSA-AES128-SHA'];
    for (const ciphers of weak)
      expect(await negotiate(proxy, { version: 'TLSv1.2', ciphers }), ciphers).toBe('refused');
  });

  test('headers, HSTS among them, are the ones of the product, each once', async () => {
    const withoutProxy = (headers: IncomingHttpHeaders) =>
      Object.fromEntries(
        Object.entries(headers).filter(
          ([header]) =>
            ![
              'date',
              'server',
              'via',
              'alt-svc',
              'connection',
              'keep-alive',
              'x-request-id',
              'transfer-encoding',
            ].includes(header),
        ),
      );
    await ask(direct, '/about');
    const own = await ask(direct, '/about');
    const proxied = await ask(proxy.origin, '/about');
    expect(withoutProxy(proxied.headers)).toEqual(withoutProxy(own.headers));
    expect(proxied.headers['strict-transport-security']).toBe('max-age=31536000');
  });

  test('compression passes through, never twice', async () => {
    const plain = await ask(proxy.origin, '/about');
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const headers = { 'accept-encoding': encoding };
      const proxied = await ask(proxy.origin, '/about', { headers });
      expect(proxied.headers['content-encoding']).toBe(encoding);
      expect(decode(proxied.body).equals(plain.body)).toBe(true);
      const again = await ask(proxy.origin, '/about', {
        headers: { ...headers, 'if-none-match': String(proxied.headers.etag) },
      });
      expect(again.status).toBe(304);
    }
  });

  test('the product sees the address of the visitor, whatever the visitor claims', async () => {
    const body = new URLSearchParams({ email: 'unknown@firm.test', password: 'wrong horse' }).toString();
    const answer = await ask(proxy.origin, '/admin/login', {
      method: 'POST',
      from: '127.0.0.77',
      body,
      headers: {
        origin: proxy.origin,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(body.length),
        'x-forwarded-for': '203.0.113.5',
        forwarded: 'for=203.0.113.5',
        'x-real-ip': '203.0.113.5',
        'x-request-id': 'chosen-by-visitor',
      },
    });
    await expect.poll(() => product.output()).toContain('"event":"sign-in-failed"');
    const line = product
      .output()
      .split('\n')
      .find((text) => text.includes('"event":"sign-in-failed"'));
    expect(line).toContain('"clientAddress":"127.0.0.77"');
    expect(product.output()).not.toContain('203.0.113.5');
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
    expect(product.output()).not.toContain('chosen-by-visitor');
    expect(product.output()).not.toContain('TRUSTED_PROXIES is not set');
  });

  test('an administrator signs in and uploads a photograph of several megabytes', async () => {
    const owner = await createOwner({ origin: proxy.origin, setupLink: () => toProxy(product.setupLink()) });
    // Content after an image is not a part of it.
    const bytes = Buffer.concat([await photograph(400, 300), Buffer.alloc(3_000_000)]);
    const answer = await upload(owner, bytes);
    expect(answer).toMatchObject({ status: 201, body: { width: expect.any(Number) } });
    const stored = await createClient(proxy).get(answer.body.src);
    expect(stored.status).toBe(200);
    const tooLarge = await upload(owner, Buffer.concat([bytes, Buffer.alloc(16_000_000)]));
    expect(tooLarge).toMatchObject({ status: 413, body: { message: expect.stringMatching(/MB/) } });
  });

  test('while the product is away visitors get a 502, and pages as soon as it is back', async () => {
    const startAgain = await product.kill();
    expect((await ask(proxy.origin, '/about')).status).toBe(502);
    await startAgain();
    expect((await ask(proxy.origin, '/about')).status).toBe(200);
  });

  function toProxy(link: string): string {
    const { pathname, search } = new URL(link);
    return proxy.origin + pathname + search;
  }
});

/** The versions of TLS and HTTP that are spoken by a client that has only this TLS and, up to 1.2, these ciphers. */
function negotiate(
  { origin, authority }: ProxyUnderTest,
  { version, ciphers = 'ALL' }: { version: SecureVersion; ciphers?: string },
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connectTls({
      host: '127.0.0.1',
      port: Number(new URL(origin).port),
      servername: 'localhost',
      ALPNProtocols: ['h2', 'http/1.1'],
      ca: authority,
      minVersion: version,
      maxVersion: version,
      // The client itself would speak anything.
      ciphers: `${ciphers}:@SECLEVEL=0`,
    });
    socket.once('secureConnect', () => {
      resolve(`${socket.getProtocol()} ${socket.alpnProtocol}`);
      socket.destroy();
    });
    socket.once('error', () => resolve('refused'));
  });
}
