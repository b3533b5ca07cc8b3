import type { IncomingMessage } from 'node:http';

import type { Logger } from '#adapters/log.ts';
import { admissionMessages, findAdmission, type Admission } from '#app/http/require-admin.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import type { Actor } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import type { StreamingExchange } from './streaming-route.ts';

export type AdmitOptions = {
  /** Who asks. Rejects when that cannot be found out. */
  admit: (headers: Headers) => Promise<Admission>;
  /** Told of who is signed in and may not upload. */
  onDenied: (exchange: StreamingExchange, who: { userId: string; email: string }) => void;
  log: Logger;
};

/** @param domain of the process; throws while it is starting */
export function createAdmission(log: Logger, domain: () => DomainContext): AdmitOptions {
  return {
    log,
    admit: async (headers) => findAdmission(domain(), headers),
    onDenied: ({ requestId, clientAddress }, who) => {
      const ctx = { ...domain(), requestId, clientAddress: clientAddress || null };
      reportSecurityEvent(ctx, 'permission-denied', { reason: admissionMessages.notAdmin }, who);
    },
  };
}

/** The administrator who sends a file, known before its first byte is read; null for anybody else, who is refused. */
export async function admitAdmin(
  exchange: StreamingExchange,
  { admit, onDenied, log }: AdmitOptions,
): Promise<Actor | null> {
  const { request, requestId, refuse } = exchange;
  try {
    const found = await admit(headersOf(request));
    if (found.kind === 'admin') return found.actor;
    if (found.kind !== 'not-admin') {
      refuse(401, admissionMessages[found.kind]);
      return null;
    }
    onDenied(exchange, found);
    refuse(403, admissionMessages.notAdmin);
  } catch (error) {
    log.error('Who uploads could not be found out', { requestId, error });
    refuse(503, admissionMessages.unknown);
  }
  return null;
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return headers;
}
