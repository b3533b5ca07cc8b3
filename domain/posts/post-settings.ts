import { z } from 'zod';

import { kindNames, type PostKind } from '#domain/kinds.ts';
import { storedResults } from './case-results-input.ts';
import { fieldNames, fieldsOfRow, postFields, type FieldValues } from './post-fields.ts';
import { cleanHtml } from '#domain/html/html.ts';
import type { PostSettings, PostState } from './post.ts';

const text = z.string().nullable().default(null);

/** A field that was added after a state was stored is empty in it. */
const schemas = {
  title: z.string(),
  slug: z.string(),
  line: text,
  text,
  address: text,
  image: text,
  description: text,
  id: text,
  language: text,
  day: text,
  instant: text.transform((value) => (value === null ? null : new Date(value))),
  flag: z.boolean().catch(false),
  kind: z.enum(kindNames).catch('post'),
  lines: z.array(z.string()).catch([]),
  year: z.number().nullable().catch(null),
  results: storedResults,
};

const storedFields = z.object(
  Object.fromEntries(fieldNames.map((name) => [name, schemas[postFields[name].type]])),
);
const storedTags = z.object({ tagIds: z.array(z.string()).catch([]) });

/**
 * The settings of a stored revision or of stored pending changes.
 * @throws when `stored` does not have their form.
 */
export function readSettings(stored: unknown): PostSettings {
  // oxlint-disable-next-line no-unsafe-type-assertion -- one entry for each field, checked by its kind
  const fields = storedFields.parse(stored) as FieldValues;
  return { ...fields, ...storedTags.parse(stored) };
}

/** A whole state as revisions, pending changes and proposals store it. @throws as `readSettings` */
export function readState(settings: unknown, content: string): PostState {
  return { ...readSettings(settings), content: cleanHtml(content) };
}

/** What a new text begins with. */
export function emptyState(kind: PostKind): PostState {
  return readState({ title: '', slug: '', kind }, '');
}

export function settingsOfRow(row: Parameters<typeof fieldsOfRow>[0] & { tag_ids: string[] }): PostSettings {
  return { ...fieldsOfRow(row), tagIds: row.tag_ids };
}
