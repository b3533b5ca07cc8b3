import { data } from 'react-router';

import type { Route } from './+types/proof';
import { describeProof, proveAgain } from '#domain/accounts/sign-in/prove-again.ts';
import { authContext, domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';

/** How the person signed in can prove again who they are. */
export async function loader({ context }: Route.LoaderArgs) {
  try {
    return data(await describeProof(context.get(domainContext), context.get(authContext)));
  } catch (error) {
    throw refusal(error, 'Failed to load your account.', context);
  }
}

const failures = {
  password: 'Failed to confirm that it is you.',
  passkey: 'Failed to confirm that it is you.',
};

export const action = formAction(failures, {
  password: {
    run: (ctx, { password = '', code = '' }, { context }) =>
      proveAgain(ctx, context.get(authContext), { password, code }),
    done: null,
  },
  passkey: {
    run: (ctx, { credential = '' }, { context }) =>
      proveAgain(ctx, context.get(authContext), { passkey: credential }),
    done: null,
  },
});

export const clientAction = formClientAction(failures);
