import { data, redirect, type MiddlewareFunction } from 'react-router';

import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import type { Actor } from '#domain/auth/actor.ts';
import type { Auth } from '#domain/auth/auth.ts';
import { authContext, domainContext, reportErrorContext } from './request-context.ts';

const login = '/admin/login';
const home = '/admin';

/** Milliseconds before each further try: a lookup that fails is not an answer, so it is asked again. */
const pauses = [80, 250];
/** Milliseconds. Somebody waits: a failure that took this long is not tried again. */
const quick = 1_000;

export const admissionMessages = {
  anonymous: 'Your session has ended. Please sign in again.',
  stranger: 'This account is not an administrator.',
  unknown: 'The site cannot reach its database. Please try again in a moment.',
};

/**
 * The door of the admin: runs for every request to it, whatever its shape, before any loader or action, and puts the
 * actor into the domain's context. Reading leads to the login, which remembers the way back; writing answers with a
 * status, so that a form keeps what was typed. A failing lookup never means "not an administrator".
 */
export const requireAdmin: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const domain = context.get(domainContext);
  let found: Admission;
  try {
    found = await findAdmission(context.get(authContext), request.headers);
  } catch (error) {
    context.get(reportErrorContext)(error);
    return refuse(request, 503, admissionMessages.unknown);
  }

  if (found.kind === 'admin') {
    context.set(domainContext, { ...domain, actor: found.actor });
    const response = await next();
    response.headers.set('Cache-Control', 'private, no-store');
    return response;
  }
  if (found.kind === 'stranger') {
    const reason = admissionMessages.stranger;
    reportSecurityEvent(domain, 'permission-denied', { reason }, found);
  }
  if (request.method === 'GET' || request.method === 'HEAD') {
    const from = url.pathname + url.search;
    throw redirect(from === home ? login : `${login}?from=${encodeURIComponent(from)}`);
  }
  return found.kind === 'anonymous'
    ? refuse(request, 401, admissionMessages.anonymous)
    : refuse(request, 403, admissionMessages.stranger);
};

export type Admission =
  | { kind: 'admin'; actor: Actor }
  | { kind: 'stranger'; userId: string; email: string }
  | { kind: 'anonymous' };

/**
 * Who asks, by the request's session.
 * @throws when that cannot be found out, after trying again.
 */
export function findAdmission(auth: Auth, headers: Headers): Promise<Admission> {
  return insistently(async () => {
    const session = await auth.findSession(headers);
    if (!session) return { kind: 'anonymous' };
    const { actor, userId, email } = session;
    return actor ? { kind: 'admin', actor } : { kind: 'stranger', userId, email };
  });
}

async function insistently<Result>(lookUp: () => Promise<Result>): Promise<Result> {
  const begin = performance.now();
  for (const pause of pauses) {
    try {
      return await lookUp();
    } catch (error) {
      if (performance.now() - begin > quick) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return lookUp();
}

/**
 * A document shows the boundary of the whole site. A request of the running page gets a bare answer: the router hands
 * it to the screen or the form that asked, and everything around it stays.
 */
function refuse(request: Request, status: number, message: string): Response {
  if (!new URL(request.url).pathname.endsWith('.data')) throw data({ message }, { status });
  return new Response(message, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'private, no-store' },
  });
}
