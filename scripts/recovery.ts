import { countAuthenticators } from '#db/queries/authenticators.ts';
import { countSessions } from '#db/queries/sessions.ts';
import { linkMinutes } from '#domain/accounts/links.ts';
import {
  createPasswordLink,
  requireAccount,
  resetFactors,
  signOutEverybody,
  stopSecondFactor,
  type CommandContext,
} from '#domain/accounts/operator/recovery.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { changeSessionSecret, newSecretFile } from '#server/settings/change-session-secret.ts';
import type { Config } from '#server/settings/config.ts';

type RecoveryContext = CommandContext &
  Pick<DomainContext, 'signInWays'> & {
    config: Config;
    /** The address of the commands for one account. */
    email: string;
  };

type RecoveryCommand = {
  /** @returns what it will do, in lines */
  plan: (ctx: RecoveryContext) => Promise<string[]>;
  /** @returns what it has done, in lines */
  run: (ctx: RecoveryContext) => Promise<string[]>;
};

/** Commands for one account, which take its address; the others are for all users. */
export const commandsForOne = ['reset-password', 'reset-factors'] as const;

export type RecoveryName =
  | (typeof commandsForOne)[number]
  | 'second-factor none'
  | 'sign-out-everybody'
  | 'change-secret';

export function isRecoveryName(name: string): name is RecoveryName {
  return Object.hasOwn(recoveryCommands, name);
}

const passwordLink = `This link sets a new password (once, within ${linkMinutes['password-reset']} minutes):`;

/** Ways out of trouble for the operator of the server. Each may be repeated after it was cut off. */
export const recoveryCommands: Readonly<Record<RecoveryName, RecoveryCommand>> = {
  'reset-password': {
    async plan({ db, email }) {
      await requireAccount(db, email);
      return [
        `This ends all sessions and tokens of ${email} and prints a one-time link for a new password.`,
        'Their passkeys, authenticator app and recovery codes stay. The old password works until the link is used.',
      ];
    },
    run: async (ctx) => [
      `Ended the sessions and tokens of ${ctx.email}.`,
      passwordLink,
      await createPasswordLink(ctx, ctx.email),
    ],
  },
  'reset-factors': {
    async plan({ db, email }) {
      await requireAccount(db, email);
      return [
        `This removes the passkeys, authenticator app and recovery codes of ${email} and ends their sessions and tokens.`,
        'They are told by email.',
      ];
    },
    async run(ctx) {
      const link = await resetFactors(ctx, ctx.email);
      const removed = `Removed all sign-in factors of ${ctx.email} and ended their sessions.`;
      if (!ctx.signInWays.passwords) return [removed, 'They sign in with single sign-on now.'];
      return [removed, passwordLink, link];
    },
  },
  'second-factor none': {
    plan: async () => [
      'This stops asking for a second factor, except users with an authenticator app. Super admins are told by email.',
    ],
    async run(ctx) {
      await stopSecondFactor(ctx);
      return ['A second factor is not needed any more, except for users with an authenticator app.'];
    },
  },
  'sign-out-everybody': {
    plan: async ({ db }) => [
      `This ends all ${await countSessions(db)} sessions and all tokens: everybody signs in again, on every device.`,
      'Text that is being written stays in the browsers and can be saved after the sign-in.',
    ],
    run: async ({ db }) => [`Ended ${await signOutEverybody({ db })} sessions and all tokens.`],
  },
  'change-secret': {
    plan: async ({ db, config }) => [
      `This makes another session secret and ends all ${await countSessions(db)} sessions and all tokens.`,
      `The secrets of ${await countAuthenticators(db)} authenticator apps are encrypted with the new one, so they go on working.`,
      'Until the product is restarted, codes of authenticator apps are refused. Links in emails that wait to be sent stop working.',
      config.sessionSecret === null
        ? 'Restart the product right after it.'
        : `The new secret is written into ${newSecretFile(config)}: set it as SESSION_SECRET on every instance, and restart them.`,
    ],
    async run({ db, config }) {
      const { file, isInUse, sessions, authenticators } = await changeSessionSecret(config, db);
      return [
        `Ended ${sessions} sessions and all tokens. ${authenticators.kept} authenticator apps go on working.`,
        ...(authenticators.lost > 0
          ? [
              `${authenticators.lost} were encrypted with another secret and do not work: their owners use a recovery code.`,
            ]
          : []),
        isInUse
          ? `The new secret is in ${file}. Restart the product now.`
          : `The new secret is in ${file}. Set it as SESSION_SECRET (or move the file, and set SESSION_SECRET_FILE), and restart every instance now.`,
      ];
    },
  },
};
