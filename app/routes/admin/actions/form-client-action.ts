import { withNetworkFallback } from './network-error.ts';
import { failureMessage, type ActionResult, type FailureMessages } from './action-result.ts';

/** What the router hands to a `clientAction`, as far as it is needed. */
type ClientActionArgs = { request: Request; serverAction: () => Promise<unknown> };

/**
 * The `clientAction` that belongs to `formAction`: a failed connection or an ended session is an answer too, so the
 * screen and what was typed stay.
 */
export function formClientAction(failures: FailureMessages) {
  return async ({ request, serverAction }: ClientActionArgs) => {
    const form = await request.clone().formData();
    return withNetworkFallback(
      serverAction(),
      failureMessage(failures, form),
      (message, status): ActionResult => ({ ok: false, status, message, fieldErrors: {} }),
    );
  };
}
