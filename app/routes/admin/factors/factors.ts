import { data } from 'react-router';

import type { Route } from './+types/factors';
import {
  addPasskey,
  passkeyRegistrationOptions,
  removePasskey,
} from '#domain/accounts/factors/manage-passkeys.ts';
import { renewRecoveryCodes } from '#domain/accounts/factors/recovery-codes.ts';
import {
  finishAuthenticator,
  removeAuthenticator,
  startAuthenticator,
} from '#domain/accounts/factors/authenticator.ts';
import { forOnePerson } from '#app/http/cache-control.ts';
import { authContext, domainContext } from '#app/http/request-context.ts';
import { requireAdminOrSetUp } from '#app/http/require-admin.ts';
import { failureOf } from '#app/http/respond.ts';
import { formAction, onRow } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';

/** Also for an administrator who has to set up their second factor before anything else. */
export const middleware: Route.MiddlewareFunction[] = [requireAdminOrSetUp];

/** The options that the browser needs to make a passkey; 428 where the user has to prove first who they are. */
export async function loader({ context }: Route.LoaderArgs) {
  try {
    const { passkeys } = context.get(authContext);
    const options = await passkeyRegistrationOptions(context.get(domainContext), passkeys);
    return Response.json(options, { headers: forOnePerson });
  } catch (error) {
    const { status, message } = failureOf(error, 'The passkey could not be added.', context);
    throw data({ message }, { status });
  }
}

const failures = {
  'add-passkey': 'Failed to add the passkey.',
  'remove-passkey': 'Failed to remove the passkey.',
  'start-authenticator': 'Failed to set up the authenticator app.',
  'finish-authenticator': 'Failed to set up the authenticator app.',
  'remove-authenticator': 'Failed to remove the authenticator app.',
  'renew-recovery-codes': 'Failed to create recovery codes.',
};

export const action = formAction(failures, {
  'add-passkey': {
    run: (ctx, fields, { context }) => addPasskey(ctx, context.get(authContext).passkeys, fields),
    done: 'The passkey has been added. Your other sessions and your tokens have ended.',
  },
  'remove-passkey': onRow(
    removePasskey,
    'The passkey has been removed. Your other sessions and your tokens have ended.',
  ),
  'start-authenticator': async (ctx) => ({ done: null, send: await startAuthenticator(ctx) }),
  'finish-authenticator': async (ctx, { code = '' }) => ({
    done: 'The authenticator app has been set up. Your other sessions and your tokens have ended.',
    send: await finishAuthenticator(ctx, code),
  }),
  'remove-authenticator': {
    run: removeAuthenticator,
    done: 'The authenticator app has been removed. Your other sessions and your tokens have ended.',
  },
  'renew-recovery-codes': async (ctx) => ({
    done: 'The old recovery codes do not work any more.',
    send: await renewRecoveryCodes(ctx),
  }),
});

export const clientAction = formClientAction(failures);
