import type { Route } from './+types/email-events';
import { forOnePerson } from '#app/http/cache-control.ts';
import { domainContext } from '#app/http/request-context.ts';
import { failureOf } from '#app/http/respond.ts';
import { SigningKeyUnavailable } from '#domain/newsletter/email-events.ts';
import { receiveEmailEvent } from '#domain/newsletter/receive-email-event.ts';

export function loader() {
  return explained(404, 'There is nothing at this address.');
}

/** Bounces and complaints, as email services report them: see docs/operations.md. */
export async function action({ request, params, context }: Route.ActionArgs) {
  if (request.method !== 'POST') return explained(405, 'Reports are sent with POST.');
  try {
    await receiveEmailEvent(context.get(domainContext), { ...params, body: await request.text() });
    return explained(200, 'Thank you.');
  } catch (error) {
    const failure = 'The event could not be stored. Please send it again.';
    const { status, message } = failureOf(error, failure, context);
    return explained(error instanceof SigningKeyUnavailable ? 503 : status, message);
  }
}

function explained(status: number, message: string): Response {
  return Response.json({ message }, { status, headers: forOnePerson });
}
