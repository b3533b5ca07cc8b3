import {
  failureMessage,
  typedFields,
  type ActionResult,
  type FailureMessages,
  type FormOptions,
} from './action-result.ts';
import { withNetworkFallback } from './network-error.ts';

/** What the router passes to a `clientAction`, as far as it is needed. `serverAction` is a `formAction`. */
type ClientActionArgs = { request: Request; serverAction: () => Promise<ActionResult> };

/**
 * The `clientAction` that belongs to `formAction`: a failed connection or an ended session is an answer too, so the
 * screen and what was typed stay. A redirect is thrown on.
 */
export function formClientAction<Intent extends string>(
  failures: FailureMessages<Intent>,
  options: FormOptions<Intent> = {},
) {
  return async ({ request, serverAction }: ClientActionArgs) => {
    const form = await request.clone().formData();
    const message = failureMessage(failures, form, options);
    return withNetworkFallback(serverAction(), message, typedFields(form, options));
  };
}
