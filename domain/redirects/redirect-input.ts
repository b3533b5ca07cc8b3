import { z } from 'zod';

import { plainText } from '#domain/fields/fields.ts';
import { maxPathLength, normalPath } from './path.ts';
import { isOwnAddress } from './own-addresses.ts';
import { redirectStatuses, type RedirectRule, type RedirectStatus } from './rule.ts';

/** Characters of an address as it is typed. */
const maxTyped = 2_000;
const maxTarget = 2_000;
const here = 'http://site.invalid';

const line = (label: string) =>
  plainText
    .transform((text) => text.trim())
    .refine((text) => text.length <= maxTyped, `${label} must be at most ${maxTyped} characters long.`);

const isStatus = (value: number): value is RedirectStatus => redirectStatuses.some((one) => one === value);

/**
 * A rule as a person writes it: `from`, where `/old/*` holds for everything below `/old` too; `to`; `status`.
 * @param origin of this site: its own whole addresses are read as paths
 */
export function redirectInput(origin: string): z.ZodType<RedirectRule> {
  return z
    .object({
      from: line('From'),
      to: line('To').nullish(),
      status: z.coerce.number({ error: unknownStatus }),
    })
    .transform(({ from, to, status }, context): RedirectRule => {
      const problem = (path: string, message: string) =>
        void context.addIssue({ code: 'custom', path: [path], message });
      if (!isStatus(status)) problem('status', unknownStatus);
      const source = readSource(from, origin);
      if (typeof source === 'string') problem('from', source);
      const target = status === 410 ? null : readTarget(to ?? '', origin);
      if (target !== null && 'problem' in target) problem('to', target.problem);
      else if (target?.address.endsWith('/*') && typeof source !== 'string' && !source.isPrefix)
        problem('to', 'To may end in /* only where From does.');
      const { path, isPrefix } = typeof source === 'string' ? { path: '', isPrefix: false } : source;
      return {
        source: path,
        isPrefix,
        status: isStatus(status) ? status : 301,
        target: target !== null && 'address' in target ? target.address : null,
      };
    });
}

const unknownStatus = 'Choose 301, 302, 308 or 410.';

/** @returns a message where it is no path for which a rule may stand */
function readSource(typed: string, origin: string): { path: string; isPrefix: boolean } | string {
  if (typed === '') return 'Please enter the address that visitors ask for.';
  const address = typed.startsWith(`${origin}/`) ? typed.slice(origin.length) : typed;
  if (!isPath(address))
    return 'From must be a path of this site that begins with one slash, such as /old-page.';
  if (/[?#]/.test(address)) return 'From is a path only: a rule holds whatever stands after a question mark.';
  const isPrefix = address.endsWith('/*');
  const written = URL.parse((isPrefix ? address.slice(0, -2) : address) || '/', here);
  const path = written && normalPath(plain(written.pathname));
  if (!path || path.includes('//')) return 'This address is not well formed.';
  if (path.length > maxPathLength) return `From must be at most ${maxPathLength} characters long.`;
  if (path.includes('*')) return 'A star may stand only at the end, after a slash: /old/*.';
  if (isOwnAddress(path))
    return `${isPrefix ? `${path}/*`.replace('//', '/') : path} belongs to the site itself.`;
  return { path, isPrefix };
}

function readTarget(typed: string, origin: string): { address: string } | { problem: string } {
  if (typed === '') return { problem: 'Please enter the address to lead to.' };
  const isLocal = isPath(typed);
  if (!isLocal && !/^https?:\/\/[^/\\]/i.test(typed)) return { problem: unknownTarget };
  const url = /[\s\\]/.test(typed) ? null : URL.parse(typed, here);
  if (url === null || url.username !== '' || url.password !== '') return { problem: unknownTarget };
  const isOwn = isLocal || url.origin === origin;
  const path = isOwn ? plain(url.pathname) : url.pathname;
  const address = `${isOwn ? '' : url.origin}${path}${url.search}${url.hash}`;
  if (path.includes('//') || normalPath(path) === null)
    return { problem: 'This address is not well formed.' };
  if (address.length > maxTarget) return { problem: `To must be at most ${maxTarget} characters long.` };
  return { address };
}

const unknownTarget =
  'To must be a path of this site, such as /new-page, or a whole address that begins with https:// or http://.';

/** One slash and no second one: browsers read `//evil.test` and `/\evil.test` as the address of another host. */
function isPath(text: string): boolean {
  return /^\/(?![/\\])/.test(text) && !text.includes('\\') && !/[\s\p{Cc}]/u.test(text);
}

/** Without the slash at the end, as the site itself writes addresses. */
function plain(pathname: string): string {
  return pathname === '/' ? pathname : pathname.replace(/\/$/, '');
}
