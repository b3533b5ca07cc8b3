import type { Database } from '#db/client.ts';
import type { SignInFactor } from '#db/tables.ts';
import type { SecurityEvent } from '#domain/activity/security-events.ts';
import type { Actor, UsedToken } from '#domain/actor.ts';
import type { SignInWays } from '#domain/accounts/sign-in/sign-in-ways.ts';
import type { ExportedFile } from '#domain/exports/exported-file.ts';
import type { EmailCheck } from '#domain/email/delivery.ts';
import type { Mailer } from '#domain/email/mailer.ts';
import type { NewsletterSettings } from '#domain/newsletter/newsletter-setup.ts';
import type { ContentKey } from '#domain/posts/content-keys.ts';
import type { DiskSpace } from '#domain/storage/disk-space.ts';

/** Everything a verb may reach. Built by the server for each request; tests build their own. */
export type DomainContext = {
  db: Database;
  /** Who acts; null for a visitor. */
  actor: Actor | null;
  /** The session of the actor; null for a visitor and for the process itself. */
  session: { id: string; factor: SignInFactor; provedAt: Date } | null;
  /** The token that a program acts with, instead of a session. */
  token?: UsedToken;
  /** Where the request comes from; null for the process itself. */
  clientAddress: string | null;
  /** As in the lines of the log about this request; null for the process itself. */
  requestId: string | null;
  /** Writes a security event to the process log; verbs use `reportSecurityEvent`. */
  reportSecurity: (event: SecurityEvent) => void;
  now: () => Date;
  /** IANA name of the zone in which days begin and publish times are meant. */
  timeZone: string;
  /** True if attempts are limited; off for load tests. */
  rateLimits: boolean;
  signInWays: SignInWays;
  /** True if a new account must confirm its address. */
  emailConfirmation: boolean;
  mail: Mailer;
  /** The facts of the site in an email with a post, and whether one can be sent. */
  newsletter: NewsletterSettings;
  /** The one-time token in an email, by the id of the job that delivers it. */
  emailToken: (emailId: string) => string;
  /**
   * A text of the web, of some kilobytes at most, within seconds, such as a certificate that an email service signs with.
   * Rejects when there is none.
   */
  fetchText: (url: string) => Promise<string>;
  /** A key of 32 bytes for one purpose, derived from the secret of the site. */
  deriveKey: (purpose: string) => Buffer;
  /** True if messages of visitors are delivered anywhere beyond the inbox. */
  deliversMessages: boolean;
  /** The firm's own address, also for reports of vulnerabilities; null until the owner gives one. */
  contactEmail: string | null;
  emailCheck: EmailCheck;
  /** Files as one zip archive, images read from the store. */
  writeArchive: (files: AsyncIterable<ExportedFile>) => AsyncIterable<Uint8Array>;
  imports: ImportFiles;
  /** Free space of the disk that holds DATA_DIR; null when it is unknown. */
  diskSpace: () => Promise<DiskSpace | null>;
  /** Public origin, for links in emails: `https://firm.example`. */
  origin: string;
  /**
   * Inside a transaction: has one of the next three, or a function, called after its commit (`domain/transaction.ts`).
   * Verbs never call the three directly.
   */
  afterCommit?: (announcement: Announcement | (() => void)) => void;
  /** Told what a cached page shows, while it is rendered. */
  showsContent?: (keys: readonly ContentKey[]) => void;
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

/** Files that wait to be imported. */
export type ImportFiles = {
  remove: (id: string) => Promise<void>;
};

/** Announcements to the rest of the process after a commit. */
export type Announcement = 'contentChanged' | 'jobAdded' | 'imagesDropped';
