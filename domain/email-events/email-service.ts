import { createHash, timingSafeEqual } from 'node:crypto';

import type { BounceReport } from '#domain/newsletter/record-bounce.ts';

/** Services that report what became of an email. */
export const emailServices = ['ses', 'postmark', 'resend', 'mailgun', 'brevo'] as const;

export type EmailService = (typeof emailServices)[number];

export type EventRequest = {
  header: (name: string) => string | null;
  body: string;
};

/** What the settings and the server offer to check requests. */
export type EmailEventSettings = {
  /** The shared secret of each service that is set up; of SES the ARN of the topic. */
  secrets: Partial<Record<EmailService, string>>;
  /** A text of the web, of some kilobytes at most, within seconds. @throws when there is none */
  fetchText: (url: string) => Promise<string>;
};

/** A request whose signature is right. */
export type SignedEvent = {
  /** The same for every delivery of the event. */
  id: string;
  /** When it was signed, or happened. */
  at: Date;
  /** Milliseconds after which it is refused. */
  maxAge: number;
  reports: BounceReport[];
  /** An address to fetch, which confirms that events may be sent here. */
  confirmAt?: string;
};

/** @returns null for a request that is not signed as it must be, or not in the format of the service */
export type EventReader = (
  request: EventRequest,
  secret: string,
  settings: EmailEventSettings,
) => Promise<SignedEvent | null> | SignedEvent | null;

const minute = 60_000;
export const maxAges = { minutes: 5 * minute, hour: 60 * minute, day: 1_440 * minute };

/** Compares two texts in a time that tells nothing about them. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(expected));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The object that a text holds; undefined for anything else. */
export function parseObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
