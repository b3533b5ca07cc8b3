import { unescape } from 'node:querystring';

import { z } from 'zod';

import { createTrustedProxies } from './trusted-proxies.ts';

/** Values of settings, each from its text: parsers for `schema.ts`. */

class InvalidSetting extends Error {}

/** @param parse throws InvalidSetting */
export function parsedBy<Value>(parse: (value: string) => Value, byDefault?: string) {
  const given = byDefault === undefined ? text : text.default(byDefault);
  return given.transform((value, context) => {
    try {
      return parse(value);
    } catch (error) {
      if (!(error instanceof InvalidSetting)) throw error;
      context.addIssue({ code: 'custom', message: error.message, input: undefined });
      return z.NEVER;
    }
  });
}

export const text = z.string();
export const switchable = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on');

export function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

/** A line of an email; a backslash and an n begin a new line. */
export const mailText = text
  .max(500, 'must have 500 characters or less')
  .refine((value) => value.trim() !== '' && !/\p{Cc}/u.test(value), 'must be text without control characters')
  .transform((value) => value.trim().replaceAll(String.raw`\n`, '\n'));

export const port = wholeNumber(0, 65_535);

export const smtpUrl = urlOf(['smtp:', 'smtps:'], 'must be a URL such as smtps://user:password@host');

/** A bucket and the beginning of its keys. */
export const s3Target = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w.-]+(?:\/[\w.-]+)*)?)?\/?$/;

export function isBackupTarget(value: string): boolean {
  return value.includes('://') ? s3Target.test(value) : !value.includes('\0');
}

/** `on` means the address of the protocol itself, which tells all search engines that take part. */
export function toIndexNow(value: string): string | null {
  if (value === 'off') return null;
  if (value === 'on') return 'https://api.indexnow.org/indexnow';
  if (/^https?:$/.test(URL.parse(value)?.protocol ?? '')) return value;
  throw new InvalidSetting('must be on, off or a web address such as https://api.indexnow.org/indexnow');
}

/** How many of the newest days, weeks and months keep an archive. */
export type Retention = { days: number; weeks: number; months: number };

const retentionMessage = 'must be days, weeks and months to keep, such as 7d,4w,6m';

/** Parses `7d,4w,6m`; each part at most once, at least one day. */
export function toRetention(value: string): Retention {
  const retention = { days: 0, weeks: 0, months: 0 };
  for (const part of value.split(',')) {
    const [, count, symbol] = /^ *([1-9]\d{0,3})([dwm]) *$/.exec(part) ?? [];
    const unit = symbol === 'd' ? 'days' : symbol === 'w' ? 'weeks' : 'months';
    if (symbol === undefined || retention[unit] > 0) throw new InvalidSetting(retentionMessage);
    retention[unit] = Number(count);
  }
  if (retention.days === 0) throw new InvalidSetting(retentionMessage);
  return retention;
}

/** The part before the @ of each recipient's return address has 64 characters at most, 50 of them its own. */
const maxBounceName = 14;

/** The address is the user name of the mailbox, or the parameter `address`. */
export function toBounces(value: string) {
  const url = URL.parse(value);
  const named = url?.searchParams.get('address') ?? unescape(url?.username ?? '');
  const address = z.email().safeParse(named.toLowerCase());
  if (
    url !== null &&
    ['imap:', 'imaps:'].includes(url.protocol) &&
    address.success &&
    address.data.lastIndexOf('@') <= maxBounceName
  ) {
    return { address: address.data, imapUrl: url.href };
  }
  throw new InvalidSetting(
    `must be a URL such as imaps://user:password@host?address=bounces@example.com, with at most ${maxBounceName} characters before the @ of the address`,
  );
}

/** With something behind the slashes. */
export function urlOf(protocols: readonly string[], message: string) {
  return z.string().refine((value) => {
    return protocols.includes(URL.parse(value)?.protocol ?? '') && /:\/*[^/]/.test(value);
  }, message);
}

/** Sign-in cookies need a secure connection; browsers make an exception for the machine they run on. */
export function toOrigin(value: string): string {
  const url = URL.parse(value);
  if (url === null) throw new InvalidSetting('must be the address of the site, such as https://example.com');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new InvalidSetting('must start with https://');
  if (url.pathname !== '/' || url.search || url.hash || url.username || url.password) {
    throw new InvalidSetting('must end after the host and port: no path, no question mark, no user');
  }
  if (url.protocol === 'http:' && !isThisMachine(url.hostname)) {
    throw new InvalidSetting(
      'must start with https:// unless it is an address of this machine such as http://localhost:3000',
    );
  }
  return url.origin;
}

/** Answers of the issuer must not be read or changed on the way; this machine is the exception, for development. */
export function toIssuer(value: string): URL {
  const url = URL.parse(value);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isThisMachine(url.hostname));
  if (url && isSafe && !url.search && !url.hash && !url.username && !url.password) return url;
  throw new InvalidSetting(
    'must be the address of the issuer, which starts with https:// and has no question mark and no user',
  );
}

function isThisMachine(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Names of hosts, as they stand in an address. */
export function toHosts(value: string): string[] {
  const hosts = value.split(',').flatMap((name) => name.trim().toLowerCase() || []);
  if (hosts.every((host) => URL.parse(`http://${host}`)?.hostname === host)) return hosts;
  throw new InvalidSetting('must be a comma-separated list of host names');
}

export function toProxies(value: string): string[] {
  const entries = value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  try {
    createTrustedProxies(entries);
    return entries;
  } catch (error) {
    const reason = error instanceof RangeError ? error.message.replace(/\.$/, '') : 'it is not';
    throw new InvalidSetting(`must be a comma-separated list of proxies, but ${reason}`);
  }
}
