import type { Logger } from '#adapters/log.ts';
import { admissionMessages, findAdmission, type Admission } from '#app/http/require-admin.ts';
import { reportSecurityEvent } from '#domain/activity/record-activity.ts';
import type { Actor } from '#domain/core/context.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import type { HttpContext } from './http-context.ts';

type Asked = Pick<HttpContext, 'request' | 'requestId' | 'clientAddress'> & {
  refuse(status: number, message: string): void;
};

export type AdmitOptions = {
  /** Who asks, by the cookies. Rejects when that cannot be found out. */
  admit: (cookies: Headers) => Promise<Admission>;
  /** Told of who is signed in and may not upload. */
  onDenied?: (asked: Asked, who: { userId: string; email: string }) => void;
  log: Logger;
};

/** @param domain of the process; throws while it is starting */
export function createAdmission(log: Logger, domain: () => DomainContext): AdmitOptions {
  return {
    log,
    admit: async (cookies) => findAdmission(domain(), cookies),
    onDenied: ({ requestId, clientAddress }, who) => {
      const ctx = { ...domain(), requestId, clientAddress: clientAddress || null };
      reportSecurityEvent(ctx, 'permission-denied', { reason: admissionMessages.notAdmin }, who);
    },
  };
}

/** The administrator who sends a body, known before its first byte is read; null for anybody else, who is refused. */
export async function admitAdmin(
  asked: Asked,
  { admit, onDenied, log }: AdmitOptions,
): Promise<Actor | null> {
  const { request, requestId, refuse } = asked;
  try {
    const found = await admit(new Headers({ cookie: request.headers.cookie ?? '' }));
    if (found.kind === 'admin') return found.actor;
    if (found.kind === 'not-admin') {
      onDenied?.(asked, found);
      refuse(403, admissionMessages.notAdmin);
    } else {
      refuse(401, admissionMessages[found.kind]);
    }
  } catch (error) {
    log.error('Who sends a body could not be found out', { requestId, error });
    refuse(503, admissionMessages.unknown);
  }
  return null;
}
