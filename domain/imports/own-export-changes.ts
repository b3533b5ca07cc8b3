import { termKinds } from '#db/queries/managed-terms.ts';
import { listSiteDocuments } from '#db/queries/site-documents.ts';
import type { Core } from '#domain/core/context.ts';
import { invalid } from '#domain/core/errors.ts';
import { imageAddress } from '#domain/images/image.ts';
import { editedValues } from '#domain/site/document-values.ts';
import { siteDocuments } from '#domain/site/site-documents.ts';
import {
  fieldsOf,
  type DocumentName,
  type DocumentValues,
  type FieldValue,
} from '#domain/site/site-words.ts';
import { readSiteWords } from '#domain/site/site-words-file.ts';
import { termInputs } from '#domain/taxonomy/term-input.ts';
import type { RedirectRow, SiteChange } from './import-report.ts';
import { imageKeyAt, type OwnExport } from './markdown/own-export.ts';
import { cut, oneLine } from './plain-words.ts';
import type { SiteWordsChoice } from './take-own-export.ts';

/** Characters of one change, and redirects to other sites that are named one by one. */
const maxShown = { characters: 2_000, redirects: 500 };

/**
 * Parses every part of an own export before anything of it is stored.
 * @throws invalid with what is wrong, a line each
 */
export async function checkOwnExport(
  ctx: Pick<Core, 'db'>,
  own: OwnExport,
  siteWords: SiteWordsChoice,
): Promise<void> {
  const problems = termProblems(own);
  if (siteWords !== 'skip') problems.push(...(await readWords(ctx, own)).problems);
  if (problems.length > 0) throw invalid(problems.slice(0, 20).join('\n'));
}

/** All that an own export brings beside its texts, in words. @throws invalid for terms that are wrong */
export async function describeOwnExport(ctx: Pick<Core, 'db'>, own: OwnExport): Promise<SiteChange[]> {
  await checkOwnExport(ctx, own, 'skip');
  const { documents, problems, isKept } = await readWords(ctx, own);
  const words = [...documents].flatMap(([name, values]) =>
    Object.entries(editedValues(name, values)).map(([key, value]) => ({
      what: `${siteDocuments[name].label}, ${fieldsOf(name).get(key)?.label ?? key}`,
      value: inWords(value),
      isWords: true,
    })),
  );
  return [
    ...told('Words of the site', isKept ? 'left out, because the site has words of its own' : ''),
    ...told('Words of the site cannot be taken', problems.join(' ')),
    ...(problems.length > 0 ? [] : words),
    ...told('Categories', named(own.categories)),
    ...told('Tags', named(own.tags)),
    ...told('Authors', named(own.authors)),
    ...told('Images of the library', own.images.length === 0 ? '' : String(own.images.length)),
  ];
}

/** A change other than words of the site; none without a value. */
function told(what: string, value: string): SiteChange[] {
  return value === '' ? [] : [{ what, value, isWords: false }];
}

function named(terms: readonly { name: string }[]): string {
  return cut(terms.map(({ name }) => oneLine(name)).join(', '), maxShown.characters);
}

/** The redirects of an import that lead to other sites. */
export function redirectsAway(redirects: readonly RedirectRow[]): SiteChange[] {
  return redirects
    .filter(({ to, problem }) => problem === '' && /^https?:/.test(to))
    .slice(0, maxShown.redirects)
    .map(({ from, to }) => ({ what: 'Redirect to another site', value: `${from} to ${to}`, isWords: false }));
}

function termProblems(own: OwnExport): string[] {
  const terms = { category: own.categories, tag: own.tags, author: own.authors };
  return termKinds.flatMap((kind) =>
    terms[kind].flatMap((term) => {
      const [issue] = termInputs[kind].safeParse(term).error?.issues ?? [];
      return issue ? [`${kind} "${cut(oneLine(term.name), 60)}": ${issue.message}`] : [];
    }),
  );
}

/** The words of an export for a site without any; none for another one, which keeps its own. */
async function readWords({ db }: Pick<Core, 'db'>, own: OwnExport) {
  if ((await listSiteDocuments(db)).length > 0)
    return { documents: new Map<DocumentName, DocumentValues>(), problems: [], isKept: true };
  const keys = own.images.map(({ path }) => imageKeyAt(path)).filter((key) => key !== null);
  return { ...(await readSiteWords(db, own.words, new Set(keys.map(imageAddress)))), isKept: false };
}

function inWords(value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const text =
    typeof value === 'string'
      ? value
      : value.map((item) => Object.values(item).filter(isText).join(', ')).join('; ');
  return cut(oneLine(text), maxShown.characters);
}

function isText(value: string | boolean): value is string {
  return typeof value === 'string' && value !== '';
}
