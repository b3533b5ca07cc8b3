import { z } from 'zod';

import { invalid } from '#domain/core/errors.ts';

/**
 * The cleaning of every text from outside: PostgreSQL cannot hold U+0000, and a lone surrogate or another control
 * character has no meaning in a form. They are taken out; tabs and line breaks stay.
 */
export function withoutControls(text: string): string {
  return text.toWellFormed().replace(controls, '').replaceAll('\uFFFE', '').replaceAll('\uFFFF', '');
}

/** The query in the search box of a list. */
export function searchedText(typed = ''): string {
  return withoutControls(typed).replace(/\s+/g, ' ').trim().slice(0, 200).toWellFormed();
}

const controls = /[\p{Cc}--[\t\n\r]]/gv;

/** Kept exactly as typed, control characters aside. */
export const plainText = cleanText();

/** @param message refuses what is missing or no text */
function cleanText(message = 'Please enter text.') {
  return z.string({ error: message }).transform(withoutControls);
}

/** One trimmed line that must not be empty. `label` names the field in the messages. */
export function requiredLine(label: string, max: number, message = `Please enter ${label.toLowerCase()}.`) {
  return oneLine(label, max, message).refine(isVisible, message);
}

/** One trimmed line; empty or missing is null. */
export function optionalLine(label: string, max: number) {
  return oneLine(label, max)
    .nullish()
    .transform((text) => text || null);
}

/** Trimmed text with line breaks that must not be empty. */
export function requiredText(label: string, max: number, message = `Please enter ${label.toLowerCase()}.`) {
  return trimmed(label, max, message).refine(isVisible, message);
}

/** Trimmed text with line breaks; empty or missing is null. */
export function optionalText(label: string, max: number) {
  return trimmed(label, max)
    .nullish()
    .transform((text) => text || null);
}

const invalidEmail = 'Please enter a valid email address.';

/**
 * An email address as a browser's `type=email` field understands it (HTML standard, "valid email address"), of a domain
 * with a dot.
 */
export const email = oneLine('Email', 254, invalidEmail)
  .transform((text) => text.toLowerCase())
  .refine((text) => emailPattern.test(text), invalidEmail);

const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/**
 * A whole address of the web (http or https) as browsers write it, without a fragment; empty or missing is null.
 * @param max characters, as typed and as written
 */
export function webAddress(label: string, max: number) {
  return optionalLine(label, max)
    .transform((text) => (text === null ? null : writtenAddress(text)))
    .refine(
      (address) => address !== undefined && (address === null || address.length <= max),
      `${label} must be a whole address that begins with https:// or http://.`,
    )
    .transform((address) => address ?? null);
}

/** @returns undefined for a text that is no such address */
function writtenAddress(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  return url.href;
}

/**
 * Input that a verb can trust.
 * @throws an `invalid` error with the first message about each wrong field; its own is that about the first field.
 */
export function parseInput<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const errors = new Map<string, string>();
  for (const { message, path } of parsed.error.issues) {
    // Errors in a list of objects also stand under the path of the field of one of them.
    const fields = [String(path[0] ?? ''), ...(path.length > 2 ? [path.join('.')] : [])];
    for (const field of fields) if (!errors.has(field)) errors.set(field, messageOf(message, path));
  }
  const [first = 'Please check what you entered.'] = errors.values();
  errors.delete('');
  throw invalid(first, Object.fromEntries(errors));
}

/** A row's id. Anything else cannot exist, so the asker is told what an unknown id is told. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}

/** The id of a choice of a form. */
export const chosenId = z.string().refine(isId, 'Please choose from the list.');

/** The same; empty or missing is null. */
export const optionalId = z
  .union([z.literal(''), chosenId])
  .nullish()
  .transform((id) => id || null);

/** A calendar day, `YYYY-MM-DD`, that the database knows too. */
export function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function oneLine(label: string, max: number, message?: string) {
  return cleanText(message)
    .transform((text) => text.replace(/\s+/g, ' ').trim())
    .refine((text) => characters(text) <= max, `${label} must be at most ${max} characters long.`);
}

function trimmed(label: string, max: number, message?: string) {
  return cleanText(message)
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .refine((text) => characters(text) <= max, {
      error: () => `${label} must be at most ${max.toLocaleString('en-US')} characters long.`,
    });
}

/** True if a reader sees anything of it: characters of no width and marks of direction alone are nothing. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Default_Ignorable_Code_Point}]/u.test(text);
}

/** Counted as PostgreSQL's `char_length` counts: by code point. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function messageOf(message: string, path: readonly PropertyKey[]): string {
  return message.endsWith('.') ? message : `Please check the field ${path.map(String).join(' ')}.`;
}
