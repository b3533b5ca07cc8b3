import type { Database } from '#db/client.ts';
import { readOwnContentChanges } from '#db/queries/content-version.ts';
import type { SignInFactor } from '#db/tables.ts';
import { runTransaction } from '#db/transaction.ts';
import { forbidden, isUnavailable, unproved } from './errors.ts';
import { can, permissions, type Permission, type Role } from './permissions.ts';

/** A signed-in person with a row in `admin_users`. */
export type Actor = {
  userId: string;
  email: string;
  /** Display name, else username, else null. */
  name: string | null;
  role: Role;
  /** True for a token that may read drafts, which acts as a contributor otherwise. */
  readsDrafts?: boolean;
};

/**
 * The context that every verb may use. What else a verb needs it names in its signature: `ctx: Core & Outgoing`. Callers
 * pass their whole context.
 */
export type Core = {
  db: Database;
  /** Who acts; null for a visitor. */
  actor: Actor | null;
  /** Where the request comes from; null for the process itself. */
  clientAddress: string | null;
  now: () => Date;
  /** IANA name of the zone in which days begin and publish times are meant. */
  timeZone: string;
  /**
   * Inside a transaction: has an announcement, or a function, called after its commit (`inTransaction`). Verbs never
   * announce directly.
   */
  afterCommit?: (announcement: Announcement | (() => void)) => void;
};

/** Announcements to the rest of the process, made through `afterCommit` alone. */
export type Announcements = {
  /**
   * Public content has changed, or may have where the outcome of a commit is unknown: cached pages that show what changed
   * are dropped at once. Undefined: everything may have changed.
   */
  contentChanged: (keys: ReadonlySet<string> | undefined) => void;
  /** The queue has a new job: it is run at once. */
  jobAdded: () => void;
  /** No post uses some images any more: their files are removed. Never throws; what fails is tried again later. */
  imagesDropped: () => Promise<void>;
};
type Announcement = keyof Announcements;

export type SiteOrigin = {
  /** Public origin, for links in emails: `https://firm.example`. */
  origin: string;
};

export type Secrets = {
  /** A key of 32 bytes for one purpose, derived from the secret of the site. */
  deriveKey: (purpose: string) => Buffer;
};

/** For who sends emails, which leave after the commit (`enqueueEmail`). */
export type Outgoing = SiteOrigin & {
  /** `isSetUp`: emails can be sent at all. Where not, links are shown to be passed on by hand. */
  mail: { isSetUp: boolean };
};

export type EmailTokens = {
  /** The one-time token in an email, by the id of the job that delivers it. */
  emailToken: (emailId: string) => string;
};

export type MessageDelivery = {
  /** True if messages of visitors are delivered anywhere beyond the inbox. */
  deliversMessages: boolean;
};

/** How people sign in to this site, from configuration. */
export type SignInWays = {
  /** True if passwords and passkeys sign in; off where single sign-on alone does. */
  passwords: boolean;
  /** True if an issuer of single sign-on is configured. */
  singleSignOn: boolean;
  /** True if anybody may make an account, without a role. */
  signUp: boolean;
};

export type SignInRules = {
  signInWays: SignInWays;
  /** True if a new account must confirm its address. */
  emailConfirmation: boolean;
};

export type OwnSession = {
  /** The session of the actor; null for a visitor and for the process itself. */
  session: { id: string; factor: SignInFactor; provedAt: Date } | null;
};

export type SignedIn = { actor: Actor; session: NonNullable<OwnSession['session']> };

export type ByToken = {
  /** The token that a program acts with, instead of a session; no id for one of the issuer. */
  token?: { id: string | null; name: string };
};

/** Every verb of the admin checks this again, whatever the guard of the route allowed. @throws forbidden. */
export function requireActor(ctx: { actor: Actor | null }): Actor {
  if (!ctx.actor) throw forbidden('You must be signed in to do this.');
  return ctx.actor;
}

/**
 * The first line of a verb.
 * @throws forbidden for visitors and for roles without the permission.
 */
export function requirePermission(ctx: { actor: Actor | null }, permission: Permission): Actor {
  const actor = requireActor(ctx);
  if (!can(actor, permission)) throw forbidden(permissions[permission].denial);
  return actor;
}

/** How long a proof counts as fresh. Milliseconds. */
const freshFor = 10 * 60_000;

/** @throws forbidden for visitors and for the process itself. */
export function requireSession(ctx: Pick<Core, 'actor'> & OwnSession): SignedIn {
  const actor = requireActor(ctx);
  if (!ctx.session) throw forbidden('You must be signed in to do this.');
  return { actor, session: ctx.session };
}

/**
 * For what a session left open in another room must not allow: changing factors, roles, addresses; taking people's data.
 * @throws unproved when the last proof is older than ten minutes; forbidden for visitors.
 */
export function requireFreshProof(ctx: Pick<Core, 'actor' | 'now'> & OwnSession): SignedIn {
  const signedIn = requireSession(ctx);
  if (ctx.now().getTime() - signedIn.session.provedAt.getTime() > freshFor) {
    throw unproved('Confirm that it is you to go on.');
  }
  return signedIn;
}

/**
 * Returns the person to whose texts, and the public ones, an actor's reading is limited; null for who may read every
 * text. Pure.
 */
export function readerOf(actor: Actor): string | null {
  return can(actor, 'edit-content') || actor.readsDrafts === true ? null : actor.userId;
}

type Announcers = Partial<Announcements & Pick<Core, 'afterCommit'>>;

/** A verb's context inside its transaction. */
export type InTransaction<Context> = Context & { afterCommit: NonNullable<Core['afterCommit']> };

/**
 * Runs `work` in one transaction, or inside the one that is already open: a verb called by another verb joins it. `work`
 * gets the context bound to the transaction. What it registers with `afterCommit` runs once, after the commit of the
 * outermost transaction, and never after a rollback; where the outcome of the commit is not known, content may have changed.
 */
export async function inTransaction<Context extends { db: Database } & Announcers, Result>(
  ctx: Context,
  work: (ctx: InTransaction<Context>) => Promise<Result>,
): Promise<Result> {
  const { afterCommit } = ctx;
  if (ctx.db.isTransaction && afterCommit) return work({ ...ctx, afterCommit });

  const announcements = new Set<Announcement | (() => void)>();
  const register = (announcement: Announcement | (() => void)) => void announcements.add(announcement);
  let changed: ReadonlySet<string> | undefined;
  const result = await runTransaction(ctx.db, async (db) => {
    const done = await work({ ...ctx, db, afterCommit: register });
    // Before the commit: after it the database may be lost.
    if (announcements.has('contentChanged')) changed = await readOwnContentChanges(db);
    return done;
  }).catch((error: unknown) => {
    const isUnknown = isUnavailable(error) && error.reason === 'commit-unknown';
    if (isUnknown && announcements.has('contentChanged')) ctx.contentChanged?.(changed);
    throw error;
  });
  for (const announcement of announcements) {
    if (typeof announcement === 'function') announcement();
    else if (announcement === 'contentChanged') ctx.contentChanged?.(changed);
    else await ctx[announcement]?.();
  }
  return result;
}
