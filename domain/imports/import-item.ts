import { createHash } from 'node:crypto';

import type { PostKind } from '#domain/core/kinds.ts';
import type { FieldValues } from '#domain/posts/post-fields.ts';
import type { ListedItem } from './export-steps.ts';
import type { ImportNote } from './import-report.ts';
import type { OwnFacts } from './markdown/own-export.ts';
import { leftOutBy, type SourceState } from './public-state.ts';

export type ImportTerm = ListedItem['tags'][number];
export type ImportAuthor = ListedItem['authors'][number];

/** One text of another blog, as every reader gives it; what is not known of it is empty. */
export class ImportItem {
  /** Names it within its source, and is the same when the source is read again. */
  id = '';
  /** Where it stands in the source, for people. */
  place = '';
  kind: PostKind = 'post';
  title = '';
  slug = '';
  /** Paths that it had, some with a query; the first is the one that relative links begin at. */
  addresses: string[] = [];
  /** Its dates have a zone, or are as the clocks of this site show them. */
  state: SourceState = { marks: [], date: null };
  categories: ImportTerm[] = [];
  tags: ImportTerm[] = [];
  authors: ImportAuthor[] = [];
  /** Its other fields; images by their addresses in the source. */
  fields: Partial<FieldValues> = {};
  featuredImage: { address: string; alt: string; caption: string } | null = null;
  /** The id of a text of this product. */
  own: OwnFacts | null = null;
  /** Not clean. */
  html = '';
  notes: ImportNote[] = [];
  /** Why it is not taken; null for one that is. */
  skipped: string | null = null;
}

/** An item of which only some is known. */
export function importItem(known: Partial<ImportItem> & Pick<ImportItem, 'id' | 'place'>): ImportItem {
  const item = { ...new ImportItem(), ...known };
  return { ...item, skipped: item.skipped ?? leftOutBy(item.state.marks) };
}

/** Limit for one text; further kinds are counted together. */
const maxKindsOfNotes = 100;

/** Counts what is noted more than once. */
export function addNote(notes: ImportNote[], effect: ImportNote['effect'], what: string): void {
  const find = (words: string) => notes.find((note) => note.effect === effect && note.what === words);
  const words = find(what) || notes.length < maxKindsOfNotes ? what : 'more of other kinds';
  const before = find(words);
  if (before) before.count += 1;
  else notes.push({ effect, what: words, count: 1 });
}

/** The creation key of the post that an item becomes: the same whenever the same text is imported. */
export function importKey(system: string, site: string, id: string): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([system, site, id]))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
