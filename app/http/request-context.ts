import { createContext, RouterContextProvider } from 'react-router';

import type { Auth } from '#domain/accounts/auth.ts';
import type {
  OwnSession,
  Announcements,
  ByToken,
  Core,
  EmailTokens,
  MessageDelivery,
  Outgoing,
  Secrets,
  SignInRules,
} from '#domain/core/context.ts';
import type { ClockKeeper } from '#domain/clock/accept-clock.ts';
import type { ContactEmail } from '#domain/dashboard/first-steps.ts';
import type { DeliveryCheck } from '#domain/email/delivery.ts';
import type { Mailer } from '#domain/email/mailer.ts';
import type { ArchiveWriter } from '#domain/exports/exported-file.ts';
import type { Imports } from '#domain/imports/uploaded-imports.ts';
import type { LimitContext } from '#domain/limits/limit-attempts.ts';
import type { WebReader } from '#domain/newsletter/email-events.ts';
import type { Newsletter } from '#domain/newsletter/newsletter-setup.ts';
import type { ContentKey, ContentRecorder } from '#domain/posts/content-keys.ts';
import type { SocialImageRenderer } from '#domain/posts/social-image-renderer.ts';
import type { TextWork } from '#domain/text-work/text-work.ts';
import type { SiteWords } from '#domain/site/site-words.ts';
import type { Disk } from '#domain/storage/disk-space.ts';

/** Everything a verb may reach, of which each verb names its part. Built for each request; tests build their own. */
export type DomainContext = Core &
  Announcements &
  ArchiveWriter &
  ByToken &
  ContactEmail &
  ContentRecorder &
  DeliveryCheck &
  Disk &
  EmailTokens &
  Imports &
  LimitContext &
  MessageDelivery &
  Newsletter &
  Outgoing & { mail: Mailer } & OwnSession &
  Secrets &
  ClockKeeper &
  SignInRules &
  TextWork &
  WebReader;

/** The context that every request gets from the process before any route runs. */
export type RequestParts = {
  domain: DomainContext;
  auth: Auth;
  socialImageRenderer: SocialImageRenderer;
  siteWords: SiteWords;
  /** Public origin (`https://firm.example`, no slash at the end) and where messages go; from configuration. */
  site: Site;
  requestId: string;
  clientAddress: string;
  /** Random per request; allows the scripts of a hydrated page. */
  nonce: string;
  /** How the process is run, one text each, for super administrators. */
  operatorNotices: () => OperatorNotices;
  reportError: (error: unknown) => void;
  /** Set while a page that may be cached is rendered. */
  contentRecord?: ContentRecord | undefined;
};

/** Collects the keys of the content that a page shows. */
export type ContentRecord = {
  add: (keys: readonly ContentKey[]) => void;
  /** The database was used: a page without keys then shows unknown content. */
  databaseUsed: () => void;
};

/** `warnings` need action, `facts` do not. */
type OperatorNotices = {
  /** `details`: an error, as it is; `needsContent`: it can wait until there is something to lose. */
  warnings: readonly { text: string; details?: string; needsContent?: boolean }[];
  facts: readonly string[];
  /** Text about a clock that jumped, whose time a super admin may accept; null: it has not. */
  clock: string | null;
  /** Text for admins about emails that do not leave; null: they do. */
  email: string | null;
};

type Site = {
  origin: string;
  contactEmail: string | null;
  /** The words of Site, by their field in the document General, that a variable fixes. */
  fixedWords: Readonly<Record<string, string>>;
};

export const domainContext = createContext<DomainContext>();
export const authContext = createContext<Auth>();
export const socialImageRendererContext = createContext<SocialImageRenderer>();
export const siteContext = createContext<Site>();
/** Read with `readSiteWords`. */
export const siteWordsContext = createContext<SiteWords>();
export const nonceContext = createContext<string>();
export const operatorNoticesContext = createContext<() => OperatorNotices>();
export const reportErrorContext = createContext<(error: unknown) => void>();

export function contextOf(parts: RequestParts): RouterContextProvider {
  const context = new RouterContextProvider();
  const { domain, requestId } = parts;
  const ofRequest = { ...domain, requestId, clientAddress: parts.clientAddress || null };
  context.set(domainContext, parts.contentRecord ? recorded(ofRequest, parts.contentRecord) : ofRequest);
  context.set(authContext, parts.auth);
  context.set(socialImageRendererContext, parts.socialImageRenderer);
  context.set(siteContext, parts.site);
  context.set(siteWordsContext, parts.siteWords);
  context.set(nonceContext, parts.nonce);
  context.set(operatorNoticesContext, parts.operatorNotices);
  context.set(reportErrorContext, parts.reportError);
  return context;
}

function recorded(domain: DomainContext, record: ContentRecord): DomainContext {
  return {
    ...domain,
    showsContent: record.add,
    get db() {
      record.databaseUsed();
      return domain.db;
    },
  };
}
