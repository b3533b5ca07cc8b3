import type { Database } from '#db/client.ts';
import type { Actor } from '#domain/core/actor.ts';

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
   * Inside a transaction: has an announcement, or a function, called after its commit (`domain/core/transaction.ts`). Verbs
   * never announce directly.
   */
  afterCommit?: (announcement: Announcement | (() => void)) => void;
};

/** Announcements to the rest of the process after a commit. */
export type Announcement = 'contentChanged' | 'jobAdded' | 'imagesDropped';

export type SiteOrigin = {
  /** Public origin, for links in emails: `https://firm.example`. */
  origin: string;
};
