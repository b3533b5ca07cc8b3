import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';

import { invalid, isDomainError } from '#domain/core/errors.ts';
import { imageLimits } from '#domain/images/image-limits.ts';
import { parseUrl } from '#domain/fields/parse-url.ts';
import { postLimits } from '#domain/posts/post-state.ts';
import { importItem, importKey, type ImportItem } from './import-item.ts';
import type { ImportEntry, ImportReader } from './import-reader.ts';
import { readFileOf, type ImportSource } from './import-source.ts';
import { listedItem as listed, type ImageOrigin, type ListedItem, type OpenExport } from './export-steps.ts';
import { findNeeds, prepareItem } from './prepare-item.ts';

const ofSite = importItem({ id: '', place: '' });

/** Items that were read and may be asked for again: as many as are stored at the same time, and some more. */
const maxKept = 8;
/** Texts, characters of what is said about them, and time in one answer. */
const batch = { items: 500, characters: 1_000_000, milliseconds: 1_000 };

/** An export that was opened in this process: every text of it is read here. */
export function openExport(source: ImportSource, reader: ImportReader): OpenExport {
  const { system, site, timeZone = null, own = null, redirects = [] } = reader;
  const { itemAt, placeAt } = createCursor(reader);
  const found = async (index: number) => {
    const item = await itemAt(index);
    if (item === null) throw new Error(`There is no text ${index}.`);
    return item;
  };

  return {
    facts: { system, site, timeZone, own, redirects, key: sourceKey(source, reader), name: nameOf(source) },
    async list(from, most = batch.items) {
      const items: ListedItem[] = [];
      const end = performance.now() + batch.milliseconds;
      for (let size = 0; items.length < most && size < batch.characters && performance.now() < end;) {
        const item = await itemAt(from + items.length);
        if (item === null) return { items, isEnd: true };
        const facts = listedItem(item, keyOf(reader, item.id));
        size += JSON.stringify(facts).length;
        items.push(facts);
      }
      return { items, isEnd: false };
    },
    placeAt,
    originOf: async (address) => originOf(address, ofSite, reader),
    async needs(index) {
      const item = await found(index);
      return findNeeds(item, (address) => originOf(address, item, reader));
    },
    prepare: async (index, ...given) => prepareItem(await found(index), ...given),
    async extract(path, into) {
      const file = source.files.find((one) => one.path === path);
      if (!file) throw invalid('It is not in the export.');
      await writeFile(into, await readFileOf(file, imageLimits.bytes));
    },
    close: source.close,
  };
}

/** Finds a text by its index, quickly while it is asked for one after the other. */
function createCursor(reader: ImportReader) {
  let entries: AsyncIterator<ImportEntry> | null = null;
  let next = 0;
  const kept = new Map<number, ImportItem>();

  async function entryAt(index: number): Promise<ImportEntry | null> {
    if (entries === null || index < next) {
      entries = reader.items()[Symbol.asyncIterator]();
      next = 0;
    }
    for (;;) {
      const entry = await entries.next();
      if (entry.done) return null;
      next += 1;
      if (next > index) return entry.value;
    }
  }

  return {
    placeAt: async (index: number) => (await entryAt(index))?.place ?? '',
    async itemAt(index: number): Promise<ImportItem | null> {
      const before = kept.get(index);
      if (before) return before;
      const entry = await entryAt(index);
      if (entry === null) return null;
      const item = await readEntry(entry);
      kept.set(index, item);
      for (const old of kept.keys()) if (kept.size > maxKept) kept.delete(old);
      return item;
    },
  };
}

async function readEntry({ place, read }: ImportEntry): Promise<ImportItem> {
  try {
    return await read();
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return importItem({ id: place, place, skipped: error.message });
  }
}

/** As much of each as can mean something. */
const longest = { text: 4_000, list: postLimits.tags + 1 };

/** An item without its body and fields. */
export function listedItem(item: ImportItem, key: string): ListedItem {
  const facts = { ...item, key, date: item.state.date, failure: null, html: '', fields: {}, notes: [] };
  const shortened = JSON.stringify(facts, (_name, value) => {
    if (Array.isArray(value)) return value.slice(0, longest.list);
    return typeof value === 'string' ? value.slice(0, longest.text) : value;
  });
  return listed.parse(JSON.parse(shortened));
}

function originOf(address: string, item: ImportItem, reader: ImportReader): ImageOrigin {
  const file = reader.fileOf(address, item);
  if (file) return { key: `file:${file.path}`, file: { path: file.path, bytes: file.bytes } };
  const base = reader.site === '' ? undefined : parseUrl(item.addresses[0] ?? '/', reader.site);
  const url = parseUrl(address.startsWith('//') ? `https:${address}` : address, base ?? undefined);
  if (url === null) return { reason: 'It is not in the export.' };
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { reason: 'Its address is not a web address.' };
  return { key: url.href, url: url.href };
}

function nameOf({ files }: ImportSource): string {
  return (files.length === 1 ? (files[0]?.path ?? '') : `${files.length} files`).slice(-255);
}

/** A folder of Markdown is the same whatever address its settings name. */
function keyOf({ system, site }: ImportReader, id: string): string {
  return importKey(system, system === 'Markdown' ? '' : site, id);
}

/** A source is the same when its files have the same names and sizes. */
function sourceKey({ files }: ImportSource, reader: ImportReader): string {
  const hash = createHash('sha256');
  for (const { path, bytes } of files) hash.update(`${JSON.stringify(path)} ${bytes}\n`);
  return keyOf(reader, hash.digest('hex'));
}
