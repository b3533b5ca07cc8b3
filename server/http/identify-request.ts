import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import type { Logger } from '#adapters/log.ts';

import { clientAddress, createTrustedProxies } from './client-address.ts';

/** Finds the id and the client of each request, and notices a proxy that is not configured. */
export interface RequestIdentifier {
  identify(request: IncomingMessage): { readonly requestId: string; readonly clientAddress: string };
  /** Whether requests came from a proxy while none is trusted: then all visitors count as one address. */
  hasUntrustedProxy(): boolean;
}

/** @throws {RangeError} when a trusted proxy is malformed */
export function createRequestIdentifier(trustedProxies: readonly string[], log: Logger): RequestIdentifier {
  const isTrustedProxy = createTrustedProxies(trustedProxies);
  let hasUntrustedProxy = false;

  return {
    identify(request) {
      const peer = request.socket.remoteAddress;
      const forwardedFor = request.headers['x-forwarded-for'];
      if (forwardedFor !== undefined) checkProxySetting(peer);
      return {
        requestId: requestIdOf(request),
        clientAddress: clientAddress(peer, String(forwardedFor ?? ''), isTrustedProxy),
      };
    },
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

  /** Keeps the id of a trusted proxy, so that both logs can be compared; no other client chooses its id. */
  function requestIdOf(request: IncomingMessage): string {
    const given = request.headers['x-request-id'];
    const id = Array.isArray(given) ? given.join(', ') : given;
    if (id === undefined || !/^[\w.-]{8,64}$/.test(id)) return randomUUID();
    const peer = clientAddress(request.socket.remoteAddress, undefined, () => false);
    return isTrustedProxy(peer) ? id : randomUUID();
  }
}
