import type { Auth } from '#domain/auth/auth.ts';
import type { DomainContext } from '#domain/context.ts';
import { authContext } from '#app/http/request-context.ts';
import { formAction } from '../actions/form-action.ts';
import { createAccountFailures, createAccountOptions } from './create-account-options.ts';
import { redirectAfterSignIn } from './redirect-after-sign-in.ts';
import { linkStatuses, tokenOf } from './token-link.ts';

/**
 * The action of a screen that creates an account from a one-time link: signs in to it and redirects to the admin.
 *
 * @param create the verb; its input is the form and the `token` of the link
 */
export function createAccountAction(
  create: (ctx: DomainContext, auth: Auth, input: Record<string, string>) => Promise<{ email: string }>,
) {
  return formAction(
    createAccountFailures,
    {
      create: async (ctx, fields, { request, context, url }) => {
        const auth = context.get(authContext);
        const { email } = await create(ctx, auth, { ...fields, token: tokenOf(url) });
        const credentials = { email, password: fields['password'] ?? '' };
        throw await redirectAfterSignIn(ctx, auth, credentials, request);
      },
    },
    { ...createAccountOptions, statuses: linkStatuses },
  );
}
