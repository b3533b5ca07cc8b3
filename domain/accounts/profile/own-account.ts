import { z } from 'zod';

import { findAccount } from '#db/queries/accounts.ts';
import { listPasskeysOfUser } from '#db/queries/passkeys.ts';
import {
  findOwnSettings,
  findProfile,
  isUsernameTaken,
  upsertProfile,
  type ProfileNames,
} from '#db/queries/profiles.ts';
import { listSessionsOfUser } from '#db/queries/sessions.ts';
import { retryWhenTaken } from '#db/transaction.ts';
import type { Core, SignInRules, Outgoing } from '#domain/core/context.ts';
import { inTransaction, requireActor } from '#domain/core/context.ts';
import { changedFacts } from '#domain/activity/changed-facts.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { can } from '#domain/core/permissions.ts';
import { conflict } from '#domain/core/errors.ts';
import { optionalLine, parseInput } from '#domain/fields/fields.ts';
import type { Auth } from '../auth.ts';
import { sessionBounds } from '../sessions/sessions.ts';

/** The parts of their own account that the signed-in administrator may see and change. */
export async function getOwnAccount(
  ctx: Core & Outgoing & SignInRules,
  { singleSignOn }: Pick<Auth, 'singleSignOn'>,
) {
  const { userId, email, role } = requireActor(ctx);
  const [settings, sessions, passkeys, account] = await Promise.all([
    findOwnSettings(ctx.db, userId),
    listSessionsOfUser(ctx.db, userId, sessionBounds(ctx.now())),
    listPasskeysOfUser(ctx.db, userId),
    findAccount(ctx.db, userId),
  ]);
  return {
    email,
    role,
    displayName: settings?.displayName ?? null,
    username: settings?.username ?? null,
    firstName: settings?.firstName ?? null,
    lastName: settings?.lastName ?? null,
    /** Which emails they want; null for one that is not for their role. */
    emails: {
      leads: can({ role }, 'manage-inbox') ? Boolean(settings?.leads_emailed_for) : null,
      proposals: can({ role }, 'edit-content') ? (settings?.wants_proposals ?? false) : null,
    },
    areEmailsSent: ctx.mail.isSetUp,
    sessions,
    passkeys,
    hasAuthenticator: account?.has_authenticator === true,
    recoveryCodesLeft: account?.codes_left ?? 0,
    hasPassword: ctx.signInWays.passwords && Boolean(account?.password_hash),
    /** The issuer, and whether the account is bound to it; null where none is configured. */
    singleSignOn: singleSignOn && {
      issuer: singleSignOn.issuer,
      isConnected: account?.issuer === singleSignOn.issuer,
    },
  };
}

export type OwnAccount = Awaited<ReturnType<typeof getOwnAccount>>;

const namesInput = z.object({
  displayName: optionalLine('Display name', 120),
  username: optionalLine('Username', 60),
  firstName: optionalLine('First name', 120),
  lastName: optionalLine('Last name', 120),
});

const noNames: ProfileNames = { display_name: null, username: null, first_name: null, last_name: null };

/**
 * Changes the actor's own names, which visitors read under posts. Other fields of the input are ignored.
 * @throws invalid input, conflict when the username belongs to another user.
 */
export async function updateOwnAccount(ctx: Core, input: unknown): Promise<void> {
  const { userId } = requireActor(ctx);
  const given = parseInput(namesInput, input);
  const names = {
    display_name: given.displayName,
    username: given.username,
    first_name: given.firstName,
    last_name: given.lastName,
  };
  await retryWhenTaken(() =>
    inTransaction(ctx, async ({ db: trx, afterCommit }) => {
      if (names.username !== null && (await isUsernameTaken(trx, names.username, userId))) {
        throw conflict('This username is taken.');
      }
      const changes = changedFacts((await findProfile(trx, userId)) ?? noNames, names);
      if (!changes) return;
      await upsertProfile(trx, userId, names);
      afterCommit('contentChanged');
      await recordActivity(trx, ctx, { action: 'account-updated', ...changes });
    }),
  );
}
