import { z } from 'zod';

import { invalid } from '#domain/core/errors.ts';
import { checkDescription } from '#domain/images/check-description.ts';
import { kindNames, kinds, type PostKind } from '#domain/core/kinds.ts';
import {
  chosenId,
  isDay,
  isVisible,
  optionalId,
  optionalLine,
  optionalText,
  parseInput,
  plainText,
  webAddress,
} from '#domain/fields/fields.ts';
import { asClean } from '#domain/html/html.ts';
import {
  cleanBody,
  cleanedBody,
  prepareBody,
  type PreparedBody,
  type TextWork,
} from '#domain/text-work/text-work.ts';
import { canonicalLanguage } from '#domain/fields/languages.ts';
import { resultLimits } from './case-results.ts';
import {
  factNames,
  fieldNames,
  hasField,
  postFields,
  untitled,
  type FactName,
  type FieldName,
  type FieldType,
  type FieldValues,
  type PostSettings,
  type PostState,
} from './post-fields.ts';

/** Bytes and elements of the content, as it travels and is stored; number of tags. */
export const postLimits = { contentBytes: 5 * 1024 * 1024, contentElements: 50_000, tags: 100 };

const years = { first: 1990, last: 2100 };
const yearMessage = `Please enter a year from ${years.first} to ${years.last}.`;

const optionalLanguage = optionalLine('Language', 35)
  .transform((tag) => (tag === null ? null : canonicalLanguage(tag)))
  .refine((tag) => tag !== undefined, 'Please choose a language from the list.')
  .transform((tag) => tag ?? null);

const result = z
  .object({
    figure: optionalLine('The figure of a result', resultLimits.figure),
    label: optionalLine('The label of a result', resultLimits.label),
  })
  .transform(({ figure, label }) => ({ figure: figure ?? '', label: label ?? '' }));

/** Results without a figure and a label are left out; one that has a part stays, because a draft may lack the other. */
const resultList = z
  .array(result, 'Please enter the results again.')
  .max(resultLimits.most, `A case study can have at most ${resultLimits.most} results.`)
  .default([])
  .transform((all) => all.filter(({ figure, label }) => figure !== '' || label !== ''));

/** Several lines, each once; empty ones are left out. */
function severalLines(label: string, max: number, count: number) {
  return z
    .array(plainText)
    .default([])
    .transform((lines) => [...new Set(lines.map((line) => line.replace(/\s+/g, ' ').trim()))])
    .transform((lines) => lines.filter(isVisible))
    .refine((lines) => lines.length <= count, `${label} can have at most ${count} entries.`)
    .refine(
      (lines) => lines.every((line) => line.length <= max),
      `Each entry of ${label} must be at most ${max} characters long.`,
    );
}

function optionalDescription(label: string, max: number) {
  return optionalLine(label, max).superRefine((text, { addIssue }) => {
    const message = text === null ? null : checkDescription(text);
    if (message !== null) addIssue({ code: 'custom', message });
  });
}

/** A yes or no; anything else is refused. */
const flag = z.boolean('Please answer with true or false.');

type Limits = { label: string; max: number; count: number };
const schemas = {
  title: ({ label, max }: Limits) => optionalLine(label, max).transform((title) => title ?? ''),
  slug: ({ label, max }: Limits) => optionalLine(label, max),
  line: ({ label, max }: Limits) => optionalLine(label, max),
  text: ({ label, max }: Limits) => optionalText(label, max),
  address: ({ label, max }: Limits) => webAddress(label, max),
  image: ({ label, max }: Limits) => optionalLine(label, max),
  description: ({ label, max }: Limits) => optionalDescription(label, max),
  id: () => optionalId,
  language: () => optionalLanguage,
  instant: () => z.union([z.null(), z.coerce.date('Please pick a date.')]).default(null),
  day: () => z.string().refine(isDay, 'Please pick a date.').nullable().default(null),
  lines: ({ label, max, count }: Limits) => severalLines(label, max, count),
  year: () =>
    z.int(yearMessage).min(years.first, yearMessage).max(years.last, yearMessage).nullable().default(null),
  results: () => resultList,
  kind: () => z.enum(kindNames).default('post'),
  flag: () => flag.default(false),
};

type FieldSchemas = { [Name in FieldName]: ReturnType<(typeof schemas)[FieldType<Name>]> };
// oxlint-disable-next-line no-unsafe-type-assertion -- one entry for each field, by its type
const fieldSchemas = Object.fromEntries(
  fieldNames.map((name) => {
    const field = { max: 200, count: 1, ...postFields[name] };
    return [name, schemas[field.type](field)];
  }),
) as FieldSchemas;

const settings = z.object({
  ...fieldSchemas,
  tagIds: z
    .array(chosenId)
    .max(postLimits.tags, `A post can have at most ${postLimits.tags} tags.`)
    .default([])
    .transform((ids) => [...new Set(ids)].toSorted()),
});

/** A body of a size that can be stored; nothing is built of it before. */
export const bodyWithinLimits = plainText
  .refine(
    (html) => Buffer.byteLength(html) <= postLimits.contentBytes,
    'The content is too long: 5 MB is the most a post can hold.',
  )
  .refine(
    (html) => html.split('<').length - html.split('</').length <= postLimits.contentElements,
    'The content has too many parts: 50,000 paragraphs, headings, cells, links and the like are the most a post can hold.',
  );

const content = bodyWithinLimits.transform(cleanedBody);

/** The one schema of a text: of what is sent, and of what revisions, pending changes and proposals hold. */
export const postState = settings.extend({ content });

/** A state that another process of ours has checked. */
export const checkedState = settings.extend({
  content: z.string().max(postLimits.contentBytes).transform(asClean),
});

/** A state within its limits, with clean HTML. */
export type CheckedPost = z.infer<typeof postState>;

const sentState = settings.extend({ content: bodyWithinLimits });

/** A post ready to be stored, with everything that follows from its body. */
export type PreparedPost = CheckedPost & { body: PreparedBody };

/**
 * A post as a save stores it: within its limits, complete, and without what its kind does not have.
 * @param isDraft as for `assertComplete`
 * @throws invalid, and as `workOnText`
 */
export async function preparePost(ctx: TextWork, sent: PostState, isDraft: boolean): Promise<PreparedPost> {
  const { content: html, ...post } = parseInput(sentState, sent);
  const { title, excerpt, language, published } = post;
  const words = { title: title || untitled, excerpt, language, html, isPublic: published && !isDraft };
  const body = await prepareBody(ctx, words);
  return { ...complete({ ...post, content: body.content }, isDraft), body };
}

/** The same as a proposal keeps it, with nothing that only a page or the search needs. */
export async function parsePost(ctx: TextWork, sent: PostState): Promise<CheckedPost> {
  const post = parseInput(sentState, sent);
  return complete({ ...post, content: await cleanBody(ctx, post.content) }, true);
}

function complete(post: CheckedPost, isDraft: boolean): CheckedPost {
  const own = ofItsKind(post);
  assertComplete(own, isDraft);
  return own;
}

/** A state within its limits, without what its kind does not have. Pure. @throws invalid */
export function checkPost(sent: PostState): CheckedPost {
  return ofItsKind(parseInput(postState, sent));
}

/**
 * Refuses a text without what it must have: a title, and everything that visitors are to see of it once it is published.
 * @param isDraft as it is typed: a body without a title is enough
 * @throws invalid
 */
export function assertComplete(post: CheckedPost, isDraft: boolean): void {
  const { title } = post;
  const isTitled = title === '' ? isDraft && post.content !== '' : isVisible(title);
  const problems = {
    ...(!isTitled && { title: postFields.title.missing }),
    ...(post.published && !isDraft && publishingProblems(post)),
  };
  const [message] = Object.values(problems);
  if (message !== undefined) throw invalid(message, problems);
}

type Publishable = Pick<FieldValues, 'kind' | 'client' | 'results' | 'quote' | 'quoteName' | 'quoteRole'>;

/** Why a post cannot be published as it is, by field. Pure. */
export function publishingProblems(post: Publishable): Partial<Record<FieldName, string>> {
  const { kind, results, quote, quoteName, quoteRole } = post;
  const isEmpty = (name: FieldName) => name in post && !Reflect.get(post, name);
  const missing = fieldNames.flatMap((name) => {
    const field = postFields[name];
    return 'missing' in field && hasField(kind, name) && isEmpty(name) ? [[name, field.missing]] : [];
  });
  if (missing.length > 0) return Object.fromEntries(missing);
  if (!hasField(kind, 'results')) return {};
  if (results.some(({ figure, label }) => figure === '' || label === ''))
    return { results: 'Please enter a figure and a label for each result.' };
  if (results.length > 0 && results.length < resultLimits.least)
    return { results: `A ${kinds[kind].noun} has at least ${resultLimits.least} results, or none.` };
  if (quote !== null && quoteName === null) return { quoteName: 'Please enter who said it.' };
  if (quote === null && (quoteName ?? quoteRole) !== null) return { quote: 'Please enter the quote.' };
  return {};
}

/** Fields that a kind does not have are left out. */
function ofItsKind(post: CheckedPost): CheckedPost {
  const { isInBlog, hasTags } = kinds[post.kind];
  const lacking = fieldNames.filter((name) => !hasField(post.kind, name));
  return {
    ...post,
    ...(isInBlog ? {} : { featured: false, categoryId: null, displayPublishedAt: null }),
    ...(hasTags ? {} : { tagIds: [] }),
    ...Object.fromEntries(lacking.map((name) => [name, Array.isArray(post[name]) ? [] : null])),
  };
}

/**
 * The settings of a stored revision, of pending changes or of a proposal.
 * @throws when `stored` does not have their form.
 */
export function readSettings(stored: unknown): PostSettings {
  return settings.parse(stored);
}

/** A whole state as revisions, pending changes and proposals store it. @throws as `readSettings` */
export function readState(row: { settings: object; content: string }): CheckedPost {
  return postState.parse({ ...row.settings, content: row.content });
}

/** The same, with a long body cleaned in a process of its own. @throws as `readSettings` and `workOnText` */
export async function readLongState(
  ctx: TextWork,
  { settings: stored, content: html }: { settings: object; content: string },
): Promise<CheckedPost> {
  return { ...settings.parse(stored), content: await cleanBody(ctx, html) };
}

/** The state of a new text. */
export function emptyState(kind: PostKind): CheckedPost {
  return readState({ settings: { kind }, content: '' });
}

type FactValues = Pick<FieldValues, FactName>;
const facts = settings.pick(
  // oxlint-disable-next-line no-unsafe-type-assertion -- one entry for each fact
  Object.fromEntries(factNames.map((name) => [name, true])) as Record<FactName, true>,
);

/** The facts of a kind, as their column holds them; empty where it does not say them. */
export function readFacts(stored: object): FactValues {
  return facts.parse(stored);
}
