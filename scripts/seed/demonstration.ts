import { fileURLToPath } from 'node:url';

import type { ImportItem } from '#domain/imports/import-item.ts';
import type { ImportReader } from '#domain/imports/import-reader.ts';
import { openSource, type ImportSource } from '#domain/imports/import-source.ts';
import type { OwnExport } from '#domain/imports/markdown/own-export.ts';
import { readMarkdownFolder } from '#domain/imports/markdown/read-markdown.ts';

const folder = fileURLToPath(new URL('../../demonstration/', import.meta.url));
/** The dates in the folder are those of a site on this day. */
const writtenOn = '2026-11-25';

export type Demonstration = {
  source: ImportSource;
  reader: ImportReader;
  own: OwnExport;
  /** The first are those that a small site has. */
  posts: ImportItem[];
  caseStudies: ImportItem[];
};

/** The demonstration content: the folder `demonstration`, an export of this product that is edited by hand. */
export async function readDemonstration(): Promise<Demonstration> {
  const source = await openSource(folder);
  const reader = await readMarkdownFolder(source.files);
  if (!reader.own) throw new Error(`${folder} is no whole export.`);
  const items: ImportItem[] = [];
  for await (const { read } of reader.items()) items.push(await read());
  const newestFirst = items.toSorted((one, other) =>
    (one.state.date ?? '') < (other.state.date ?? '') ? 1 : -1,
  );
  const rank = ({ fields, state }: ImportItem) =>
    fields.featured === true ? 0 : state.date === null ? 2 : 1;
  return {
    source,
    reader,
    own: reader.own,
    posts: newestFirst
      .filter(({ kind }) => kind === 'post')
      .toSorted((one, other) => rank(one) - rank(other)),
    caseStudies: newestFirst.filter(({ kind }) => kind === 'case_study'),
  };
}

/**
 * A reader of some of its texts as a site has them on a day.
 * @param options.withImages false: without their images
 */
export function readerOf(
  { reader, own }: Demonstration,
  items: readonly ImportItem[],
  { today, withImages = true }: { today: string; withImages?: boolean | undefined },
): ImportReader {
  const days = (Date.parse(today) - Date.parse(writtenOn)) / 86_400_000;
  const moved = (date: unknown) =>
    typeof date === 'string' && date !== '' ? dayAfter(date.slice(0, 10), days) + date.slice(10) : null;
  const dated = (withImages ? items : items.map(withoutImages)).map((item) => ({
    ...item,
    state: { ...item.state, date: moved(item.state.date) },
    fields: { ...item.fields, displayPublishedAt: moved(item.fields.displayPublishedAt) },
    authors: item.authors.map(({ name }) => ({ name, email: emailOf(name) })),
  }));
  const texts = dated.map((item) => JSON.stringify(item));
  const authors = withImages ? own.authors : own.authors.map((author) => ({ ...author, portrait: null }));
  const images = own.images.filter(
    ({ path }) =>
      texts.some((text) => text.includes(path)) || authors.some(({ portrait }) => portrait === path),
  );
  return {
    ...reader,
    own: { ...own, images, authors },
    async *items() {
      yield* dated.map((item) => ({ place: item.place, read: () => item }));
    },
  };
}

/** The email address of the account of an author. */
export function emailOf(slug: string): string {
  return `${slug.replaceAll('-', '.')}@example.com`;
}

/** A text without its figures, logo and featured image. */
function withoutImages(item: ImportItem): ImportItem {
  const html = item.html.replace(/<figure>.*?<\/figure>/gs, '');
  return { ...item, html, featuredImage: null, fields: { ...item.fields, clientLogo: null } };
}

/** The sections of the public posts in English, each from its heading to the next one. */
export function sectionsOf(posts: readonly ImportItem[]): string[] {
  return posts
    .filter((post) => isPublic(post) && !post.fields.language)
    .flatMap((post) => withoutImages(post).html.split(/(?=<h2)/).slice(1)); // prettier-ignore
}

/** True for a text of the demonstration that is no draft. */
export function isPublic({ state }: ImportItem): boolean {
  return state.marks.length === 0;
}

/** The calendar day a number of days after `day`. */
export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
