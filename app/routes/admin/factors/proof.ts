import { describeProof, proveAgain } from '#domain/accounts/sign-in/prove-again.ts';
import { authContext } from '#app/http/request-context.ts';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { fileLoader } from '../actions/screen-loader.ts';

/** How the person signed in can prove again who they are. */
export const loader = fileLoader('Failed to load your account.', (domain, { context }) =>
  describeProof(domain, context.get(authContext)),
);

const failure = 'Failed to confirm that it is you.';

export const action = formAction(failure, {
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

export const clientAction = formClientAction(failure);
