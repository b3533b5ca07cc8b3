import { z } from 'zod';

import { findSiteDocument, readPublishedWords } from '#db/queries/site-documents.ts';
import type { Database } from '#db/client.ts';
import { checkDocument, editedValues, imagesOf, valuesFrom } from './document-values.ts';
import { siteDocuments } from './site-documents.ts';
import { type DocumentName, documentNames, type DocumentValues, fieldsOf } from './site-words.ts';
import { inTransaction, type Core } from '#domain/core/context.ts';
import { invalid } from '#domain/core/errors.ts';
import { isKeyOf } from '#domain/core/is-key-of.ts';
import { findGoneImages } from '#domain/images/find-images.ts';
import { presentDocument } from './site-document.ts';
import { writeSiteDocument } from './write-site-document.ts';

const format = 'site-words-1';

const wordsFile = z.looseObject({
  format: z.literal(format),
  documents: z.record(z.string(), z.record(z.string(), z.unknown())),
});

/**
 * The public words of the site: what the owner edited, or every field.
 * @param isWhole with the fields that have their defaults, as a template
 */
export async function exportSiteWords(db: Database, isWhole: boolean) {
  const documents = await readPublishedWords(db);
  const stored = new Map(documents.map(({ name, words }) => [name, words]));
  const entries = documentNames.map((name) => {
    const values = valuesFrom(name, stored.get(name) ?? {});
    return [name, isWhole ? values : editedValues(name, values)] as const;
  });
  const shown = entries.filter(([, values]) => Object.keys(values).length > 0);
  return { format, documents: Object.fromEntries(shown) };
}

type Context = Pick<Core, 'db' | 'now'> & Partial<Pick<Core, 'actor' | 'clientAddress'>>;

/**
 * Takes words from a file of `exportSiteWords`; who calls it has checked that this may be done. Fields that the file does not
 * name stay as they are. All documents are written, or none.
 * @param isPublished makes them public at once; otherwise they become drafts
 * @param key of the save of each document
 * @returns the documents that were written
 * @throws invalid, with everything that is wrong, a line each
 */
export async function importSiteWords(
  ctx: Context,
  file: unknown,
  isPublished: boolean,
  key: string | null = null,
): Promise<DocumentName[]> {
  return inTransaction({ actor: null, clientAddress: null, ...ctx }, async (tx) => {
    const { documents, problems } = await readSiteWords(tx.db, file);
    if (problems.length > 0) throw invalid(problems.join('\n'));
    for (const [name, values] of documents) {
      await writeSiteDocument(
        tx,
        name,
        ({ published }) => (isPublished ? { published: values, draft: null } : { published, draft: values }),
        { kind: 'import', key },
      );
    }
    return [...documents.keys()];
  });
}

/**
 * The documents of a file of words, whole, and what is wrong with it. Writes nothing.
 * @param arriving addresses of images that are stored before the words are
 */
export async function readSiteWords(
  db: Database,
  file: unknown,
  arriving: ReadonlySet<string> = new Set(),
): Promise<{ documents: Map<DocumentName, DocumentValues>; problems: string[] }> {
  const documents = new Map<DocumentName, DocumentValues>();
  const read = wordsFile.safeParse(file);
  if (!read.success)
    return { documents, problems: ['This file was not made by `npm run site-words -- export`.'] };
  const problems = Object.keys(read.data)
    .filter((key) => key !== 'format' && key !== 'documents')
    .map((key) => `${key}: There is no such part of a file of words.`);
  for (const [name, sent] of Object.entries(read.data.documents)) {
    if (!isKeyOf(siteDocuments, name)) {
      problems.push(`${name}: There is no such document.`);
      continue;
    }
    const fields = fieldsOf(name);
    for (const key of Object.keys(sent)) {
      if (!fields.has(key)) problems.push(`${name}.${key}: There is no such field.`);
    }
    const { values: now } = presentDocument(name, await findSiteDocument(db, name));
    const { values, errors } = checkDocument(name, { ...now, ...sent });
    for (const [path, message] of Object.entries(errors)) problems.push(`${name}.${path}: ${message}`);
    const gone = await findGoneImages(db, imagesOf(name, values));
    for (const address of gone.difference(arriving)) {
      problems.push(`${name}: The image ${address} is not in the library of this site.`);
    }
    documents.set(name, values);
  }
  return { documents, problems };
}
