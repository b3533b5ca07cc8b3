import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import type { Logger } from '#adapters/log.ts';

import { createTrustedProxies } from '../settings/trusted-proxies.ts';
import { clientAddress } from './client-address.ts';

/**
 * Finds the id and the client of each request, and notices a proxy that is not configured.
 * @throws {RangeError} when a trusted proxy is malformed
 */
export function createRequestIdentifier(trustedProxies: readonly string[], log: Logger) {
  const isTrustedProxy = createTrustedProxies(trustedProxies);
  let hasUntrustedProxy = false;
  const newRequestId = createRequestIds();

  return {
    /** Keeps the id of a trusted proxy, so that both logs can be compared; no other client chooses its id. */
    requestId(request: IncomingMessage): string {
      const id = String(request.headers['x-request-id'] ?? '');
      if (id === '' || !/^[\w.-]{8,64}$/.test(id)) return newRequestId();
      const peer = clientAddress(request.socket.remoteAddress, undefined, () => false);
      return isTrustedProxy(peer) ? id : newRequestId();
    },
    clientAddress(request: IncomingMessage): string {
      const peer = request.socket.remoteAddress;
      const forwardedFor = request.headers['x-forwarded-for'];
      if (forwardedFor !== undefined) checkProxySetting(peer);
      return clientAddress(peer, String(forwardedFor ?? ''), isTrustedProxy);
    },
    /** True if requests came from a proxy while none is trusted: then all visitors count as one address. */
    hasUntrustedProxy: () => hasUntrustedProxy,
  };

  /** Logged once: a proxy would cause it with every request. */
  function checkProxySetting(peer: string | undefined): void {
    if (hasUntrustedProxy || trustedProxies.length > 0) return;
    hasUntrustedProxy = true;
    log.warn(
      'Requests arrive with X-Forwarded-For, but TRUSTED_PROXIES is not set: visitors behind a proxy count as one address',
      { peer },
    );
  }
}

/** A random name of the process and a number: unique across instances and restarts, at next to no cost. */
export function createRequestIds(): () => string {
  const prefix = randomBytes(9).toString('hex');
  let count = 0;
  return () => `${prefix}-${(count += 1).toString(36)}`;
}
