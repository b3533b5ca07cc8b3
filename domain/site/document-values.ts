import { z } from 'zod';

import { kinds, listsOfTheirOwn } from '#domain/core/kinds.ts';
import { invalid, type FieldErrors } from '#domain/core/errors.ts';
import { email, optionalLine, optionalText, requiredLine, requiredText } from '#domain/fields/fields.ts';
import { isTimeZone } from '#domain/fields/time-zone.ts';
import { cleanTree, isEmptyTree, serializeClean } from '#domain/html/html.ts';
import { elementsOf } from '#domain/html/html-tree.ts';
import { isSafeLink } from '#domain/html/link.ts';
import { isOwnImage } from '#domain/html/own-image.ts';
import { readHtml } from '#domain/html/read-html.ts';
import { accentProblem, isHexColor } from './accent-color.ts';
import type { Field, ListField, SimpleField } from './fields.ts';
import {
  defaultsOf,
  documentNames,
  fieldsOf,
  isSameValue,
  type DocumentName,
  type DocumentValues,
  type FieldValue,
} from './site-words.ts';

/** The stored part of a document: the fields that were edited. */
type StoredValues = Readonly<Record<string, unknown>>;

/** Characters of a document that a form sends. */
export const maxDocumentLength = 2_000_000;

/** The whole values of a document: what is stored, and the default of every other field. Nothing stored is trusted. */
export function valuesFrom(name: DocumentName, stored: StoredValues): DocumentValues {
  const defaults = defaultsOf(name);
  const entries = [...schemasOf(name)].map(([key, schema]) => {
    const parsed = Object.hasOwn(stored, key) ? schema.safeParse(stored[key]) : null;
    return [key, parsed?.success ? parsed.data : defaults[key]];
  });
  return withLists(name, Object.fromEntries(entries), true);
}

/** A list of its own that a stored header lacks came after it, and is shown; one that a form lacks was taken out. */
function withLists(name: DocumentName, values: DocumentValues, isVisible: boolean): DocumentValues {
  const { header } = values;
  if (name !== 'navigation' || typeof header !== 'object') return values;
  const missing = listsOfTheirOwn
    .map((kind) => kinds[kind].folder)
    .filter((address) => header.every((entry) => entry['address'] !== address));
  return { ...values, header: [...header, ...missing.map((address) => ({ address, label: '', isVisible }))] };
}

/** The part of a document to be stored: the fields that differ from their defaults. */
export function editedValues(name: DocumentName, values: DocumentValues): DocumentValues {
  const defaults = defaultsOf(name);
  return Object.fromEntries(
    Object.entries(values).filter(([key, value]) => !isSameValue(value, defaults[key])),
  );
}

/**
 * The values of a document from outside; a field that is missing has its default.
 * @throws invalid, with a message for each wrong field by its path: `team.2.name`
 */
export function parseDocument(name: DocumentName, input: unknown): DocumentValues {
  const { values, errors } = checkDocument(name, input);
  const [first] = Object.values(errors);
  if (first !== undefined) throw invalid(first, errors);
  return withLists(name, values, false);
}

/** The same without an error that is thrown: all that is wrong, by path. */
export function checkDocument(
  name: DocumentName,
  input: unknown,
): { values: DocumentValues; errors: FieldErrors } {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return { values: {}, errors: { '': 'Please send the fields of the document.' } };
  }
  const sent: StoredValues = { ...input };
  const defaults = defaultsOf(name);
  const values: Record<string, FieldValue> = {};
  const errors: Record<string, string> = {};
  for (const [key, schema] of schemasOf(name)) {
    const parsed = schema.safeParse(Object.hasOwn(sent, key) ? sent[key] : defaults[key]);
    if (parsed.success) values[key] = parsed.data;
    for (const { path, message } of parsed.error?.issues ?? []) {
      errors[[key, ...path].join('.')] ??= message.endsWith('.') ? message : 'Please check this field.';
    }
  }
  return { values, errors };
}

const schemas = new Map(
  documentNames.map((name) => [
    name,
    new Map([...fieldsOf(name)].map(([key, field]) => [key, schemaOf(field)])),
  ]),
);

function schemasOf(name: DocumentName): ReadonlyMap<string, z.ZodType<FieldValue>> {
  return schemas.get(name) ?? new Map();
}

function schemaOf(field: Field): z.ZodType<FieldValue> {
  return field.kind === 'list' ? listSchema(field) : simpleSchema(field);
}

function listSchema({ label, noun, fields, min, max, sections, check }: ListField): z.ZodType<FieldValue> {
  const entry = z.object(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, simpleSchema(field)])),
  );
  const checked = entry.superRefine((item, { addIssue }) => {
    for (const [name, message] of Object.entries(check?.(item) ?? {})) {
      addIssue({ code: 'custom', path: [name], message });
    }
  });
  const count = min === max ? `exactly ${max}` : `at most ${max}`;
  return z
    .array(z.unknown(), { error: `${label} must be a list.` })
    .refine(({ length }) => sections !== undefined || (length >= min && length <= max), {
      error: `${label} must have ${count} entries.`,
      abort: true,
    })
    .pipe(z.array(checked, { error: `Each ${noun} must have its fields.` }))
    .transform((items) => (sections ? withAllSections(items, sections) : items));
}

/** An order that was stored before a section came stays, and the new one stands at the end. */
function withAllSections(items: readonly Item[], names: readonly string[]): Item[] {
  const known = new Map(items.map((item) => [item['section'], item]));
  const added = names.filter((name) => !known.has(name)).map((section) => ({ section, isVisible: true }));
  return [...known.values(), ...added].filter(({ section }) => names.some((name) => name === section));
}

type Item = Readonly<Record<string, string | boolean>>;

function simpleSchema(field: SimpleField): z.ZodType<string | boolean> {
  const { label, max, isRequired } = field;
  switch (field.kind) {
    case 'flag':
      return z.boolean({ error: 'Please answer with true or false.' });
    case 'email':
      return email;
    case 'zone':
      return requiredLine(label, max).refine(
        isTimeZone,
        'Please choose a time zone such as America/Toronto.',
      );
    case 'image':
      return optionalLine(label, max)
        .transform((address) => address ?? '')
        .refine((address) => address === '' || isOwnImage(address), 'Please choose an image of the library.');
    case 'color':
      return colorSchema(field);
    case 'body':
      return requiredText(label, max)
        .transform(cleanTree)
        .refine((tree) => !isEmptyTree(tree), `Please enter ${label.toLowerCase()}.`)
        .transform(serializeClean);
    case 'link':
    case 'page':
      return lineSchema(label, max, isRequired).refine(
        (address) => address === '' || isAddress(address),
        `${label} must begin with /, https://, http://, mailto: or tel:.`,
      );
    case 'line':
    case 'section':
      return lineSchema(label, max, isRequired);
    case 'text':
    case 'paragraphs':
      return isRequired ? requiredText(label, max) : optionalText(label, max).transform((text) => text ?? '');
  }
}

/** Refused where it cannot be read, with the nearest color that can. */
function colorSchema({ scheme = 'light' }: SimpleField): z.ZodType<string> {
  return z
    .string({ error: 'Please send the color as text.' })
    .trim()
    .toLowerCase()
    .superRefine((color, { addIssue }) => {
      if (color === '') return;
      if (!isHexColor(color)) {
        const message = 'Please give the color as # and six hexadecimal digits, such as #c82e0b.';
        addIssue({ code: 'custom', message });
        return;
      }
      const problem = accentProblem(color, scheme);
      if (problem) addIssue({ code: 'custom', message: problem.message });
    });
}

function lineSchema(label: string, max: number, isRequired: boolean): z.ZodType<string> {
  return isRequired ? requiredLine(label, max) : optionalLine(label, max).transform((text) => text ?? '');
}

/** A path of this site from its root, or an address with one of the schemes that a link may have. */
function isAddress(address: string): boolean {
  return /^(?:\/|https?:\/\/|mailto:|tel:)/i.test(address) && isSafeLink(address);
}

/** The images that a document shows, as addresses. */
export function imagesOf(name: DocumentName, values: DocumentValues): string[] {
  const found = [...fieldsOf(name)].flatMap(([key, field]) => {
    const value = values[key];
    if (field.kind === 'body')
      return [...elementsOf(readHtml(String(value)))]
        .filter((node) => node.name === 'img')
        .map(({ attributes }) => attributes['src']);
    if (field.kind !== 'list') return field.kind === 'image' ? [value] : [];
    const shown = Object.keys(field.fields).filter((each) => field.fields[each]?.kind === 'image');
    return typeof value === 'object' ? value.flatMap((item) => shown.map((each) => item[each])) : [];
  });
  return found.filter((address) => typeof address === 'string' && address !== '').map(String);
}
