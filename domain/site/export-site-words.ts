import { readPublishedWords } from '#db/queries/site-documents.ts';
import type { Database } from '#db/client.ts';
import { editedValues, valuesFrom } from './document-values.ts';
import { documentNames, type DocumentName, type DocumentValues } from './site-words.ts';

/** What a file of words says it is. */
export const wordsFormat = 'site-words-1';

export type WordsFile = {
  format: typeof wordsFormat;
  documents: Partial<Record<DocumentName, DocumentValues>>;
};

/**
 * The public words of the site: what the owner edited, or every field.
 * @param isWhole with the fields that have their defaults, as a template
 */
export async function exportSiteWords(db: Database, isWhole: boolean): Promise<WordsFile> {
  const documents = await readPublishedWords(db);
  const stored = new Map(documents.map(({ name, words }) => [name, words]));
  const entries = documentNames.map((name) => {
    const values = valuesFrom(name, stored.get(name) ?? {});
    return [name, isWhole ? values : editedValues(name, values)] as const;
  });
  const shown = entries.filter(([, values]) => Object.keys(values).length > 0);
  return { format: wordsFormat, documents: Object.fromEntries(shown) };
}
