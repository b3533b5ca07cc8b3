import { data, redirectDocument, type MiddlewareFunction, href } from 'react-router';

import { findSession, type PendingFactor } from '#domain/accounts/sessions/sessions.ts';
import { reportSecurityEvent } from '#domain/activity/record-activity.ts';
import type { Actor } from '#domain/core/context.ts';
import { domainContext, reportErrorContext, type DomainContext } from './request-context.ts';

const login = href('/admin/login');
const secondFactor = href('/admin/second-factor');
const home = href('/admin');

/** Milliseconds before each retry of a failed lookup. */
const retryDelays = [80, 250];
/** Milliseconds. A user is waiting: a lookup that took longer before it failed is not retried. */
const retryWithin = 1_000;

export const admissionMessages = {
  anonymous: 'Your session has ended. Please sign in again.',
  pending: 'Your sign-in needs a second factor. Please sign in again.',
  notAdmin: 'This account is not an administrator.',
  unknown: 'The site cannot reach its database. Please try again in a moment.',
};

/**
 * The guard of the admin: runs for every request to it before any loader or action, and puts the actor into the
 * domain's context. Without access, GET redirects to the login, which returns to the address afterwards; other methods
 * are answered with a status, so that a form keeps what was typed. A failed lookup is 503, never "not an administrator".
 */
export const requireAdmin = guard(({ kind }) => kind === 'admin');

/** The same, and who has to set up a second factor before anything else may pass: for what sets one up. */
export const requireAdminOrSetUp = guard(
  (found) => found.kind === 'admin' || (found.kind === 'pending' && found.missing === 'set-up'),
);

function guard(admits: (found: Admission) => boolean): MiddlewareFunction<Response> {
  return async ({ request, url, context }, next) => {
    const domain = context.get(domainContext);
    let found: Admission;
    try {
      found = await findAdmission(domain, request.headers);
    } catch (error) {
      context.get(reportErrorContext)(error);
      return refuse(request, 503, admissionMessages.unknown);
    }

    if ('actor' in found && admits(found)) {
      context.set(domainContext, { ...domain, actor: found.actor, session: found.session });
      const response = await next();
      response.headers.set('Cache-Control', 'private, no-store');
      return response;
    }
    if (found.kind === 'not-admin') {
      const reason = admissionMessages.notAdmin;
      reportSecurityEvent(domain, 'permission-denied', { reason }, found);
    }
    if (request.method === 'GET' || request.method === 'HEAD') {
      const from = url.pathname + url.search;
      const screen = found.kind === 'pending' ? secondFactor : login;
      // The login is no page of the framework.
      throw redirectDocument(from === home ? screen : `${screen}?from=${encodeURIComponent(from)}`);
    }
    return found.kind === 'not-admin'
      ? refuse(request, 403, admissionMessages.notAdmin)
      : refuse(request, 401, admissionMessages[found.kind === 'pending' ? 'pending' : 'anonymous']);
  };
}

type SignedIn = { actor: Actor; session: NonNullable<DomainContext['session']> };

export type Admission =
  | ({ kind: 'admin' } & SignedIn)
  /** Signed in with a password, and a second factor is missing. */
  | ({ kind: 'pending'; missing: PendingFactor['missing'] } & SignedIn)
  | { kind: 'not-admin'; userId: string; email: string }
  | { kind: 'anonymous' };

/**
 * Finds who sent the request, by its session.
 * @throws when that cannot be found out, after trying again.
 */
export function findAdmission(domain: DomainContext, headers: Headers): Promise<Admission> {
  return withRetries(async () => {
    const session = await findSession(domain, headers);
    if (!session) return { kind: 'anonymous' };
    const { actor, pending, userId, email, sessionId: id, factor, provedAt } = session;
    const own = { id, factor, provedAt };
    if (pending) return { kind: 'pending', ...pending, session: own };
    return actor ? { kind: 'admin', actor, session: own } : { kind: 'not-admin', userId, email };
  });
}

async function withRetries<Result>(lookUp: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  for (const delay of retryDelays) {
    try {
      return await lookUp();
    } catch (error) {
      if (performance.now() - startedAt > retryWithin) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
  return lookUp();
}

/**
 * A request for a document shows the error boundary of the site. A data request of the running page gets plain text: the
 * router hands it to the screen or form that sent it, and the rest of the page stays.
 */
function refuse(request: Request, status: number, message: string): Response {
  if (!new URL(request.url).pathname.endsWith('.data')) throw data({ message }, { status });
  return new Response(message, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'private, no-store' },
  });
}
