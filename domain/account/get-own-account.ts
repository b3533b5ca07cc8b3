import { findProviders } from '#db/queries/issuer-accounts.ts';
import { listPasskeysOfUser } from '#db/queries/passkeys.ts';
import { findCodeFactors } from '#db/queries/recovery-codes.ts';
import { findProfile } from '#db/queries/profiles.ts';
import { listSessionsOfUser } from '#db/queries/sessions.ts';
import { sessionLife, type Auth } from '#domain/auth/auth.ts';
import type { SignInFactor } from '#domain/auth/factor.ts';
import { requireActor, type Role } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';

export type OwnAccount = {
  email: string;
  role: Role;
  displayName: string | null;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
  sessions: OwnSession[];
  passkeys: OwnPasskey[];
  hasAuthenticator: boolean;
  recoveryCodesLeft: number;
  /** Whether there is a password to be changed. */
  hasPassword: boolean;
  /** The issuer of single sign-on, and whether the account is bound to it; null where none is configured. */
  singleSignOn: { issuer: string; isConnected: boolean } | null;
};

export type OwnPasskey = { id: string; name: string; addedAt: Date; usedAt: Date | null };

export type OwnSession = {
  id: string;
  userAgent: string | null;
  clientAddress: string | null;
  startedAt: Date;
  usedAt: Date;
  factor: SignInFactor;
};

/** What the signed-in administrator may see and change of their own account. */
export async function getOwnAccount(
  ctx: DomainContext,
  { singleSignOn }: Pick<Auth, 'singleSignOn'>,
): Promise<OwnAccount> {
  const { userId, email, role } = requireActor(ctx);
  const [profile, sessions, passkeys, codes, providers] = await Promise.all([
    findProfile(ctx.db, userId),
    listSessionsOfUser(ctx.db, userId, new Date(ctx.now().getTime() - sessionLife.idle)),
    listPasskeysOfUser(ctx.db, userId),
    findCodeFactors(ctx.db, userId),
    findProviders(ctx.db, userId),
  ]);
  return {
    email,
    role,
    displayName: profile?.display_name ?? null,
    username: profile?.username ?? null,
    firstName: profile?.first_name ?? null,
    lastName: profile?.last_name ?? null,
    sessions: sessions.map((row) => ({
      id: row.id,
      userAgent: row.user_agent,
      clientAddress: row.ip_address,
      startedAt: row.created_at,
      usedAt: row.updated_at,
      factor: row.factor,
    })),
    hasAuthenticator: codes.has_authenticator,
    recoveryCodesLeft: codes.codes_left,
    hasPassword: ctx.signInWays.passwords && providers.hasPassword,
    singleSignOn: singleSignOn && {
      issuer: singleSignOn.issuer,
      isConnected: providers.issuers.includes(singleSignOn.issuer),
    },
    passkeys: passkeys.map((row) => ({
      id: row.id,
      name: row.name,
      addedAt: row.created_at,
      usedAt: row.used_at,
    })),
  };
}
