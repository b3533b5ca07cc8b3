import { z } from 'zod';

import {
  chosenId as id,
  isDay,
  isVisible,
  optionalId,
  optionalLine,
  optionalText,
  plainText,
  requiredLine,
  webAddress,
} from '#domain/fields/fields.ts';
import { checkDescription } from '#domain/images/describe-image.ts';
import { cleanTree, isEmptyTree } from '#domain/html/html.ts';
import { canonicalLanguage } from '#domain/fields/languages.ts';
import { kindNames, kinds } from '#domain/kinds.ts';
import { caseResults } from './case-results-input.ts';
import { publishingProblems } from './publishing-problems.ts';
import {
  formFieldNames,
  hasField,
  postFields,
  untitled,
  type FieldType,
  type FormFieldName,
} from './post-fields.ts';

/** Bytes and elements of the content, as it travels and is stored; number of tags. */
export const postLimits = { contentBytes: 5 * 1024 * 1024, contentElements: 50_000, tags: 100 };

const day = z.string().refine(isDay, 'Please pick a date.');
const optionalDay = z
  .union([z.literal(''), day])
  .nullish()
  .transform((text) => text || null);
const missingTime = 'Please enter a time.';
const optionalTime = z
  .union([z.literal(''), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)], { error: missingTime })
  .nullish();
const optionalLanguage = optionalLine('Language', 35)
  .transform((tag) => (tag === null ? null : canonicalLanguage(tag)))
  .refine((tag) => tag !== undefined, 'Please choose a language from the list.')
  .transform((tag) => tag ?? null);

/** A form's yes or no; anything else is refused. */
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false'])], { error: 'Please answer with true or false.' })
  .transform((value) => value === true || value === 'true');

function optionalDescription(label: string, max: number) {
  return optionalLine(label, max).superRefine((text, { addIssue }) => {
    const message = text === null ? null : checkDescription(text);
    if (message !== null) addIssue({ code: 'custom', message });
  });
}

/** Several lines, each once; empty ones are left out. */
function severalLines(label: string, max: number, count: number) {
  return optionalText(label, (max + 2) * count)
    .transform((text) => [
      ...new Set((text ?? '').split('\n').map((line) => line.replace(/\s+/g, ' ').trim())),
    ])
    .transform((lines) => lines.filter(isVisible))
    .refine((lines) => lines.length <= count, `${label} can have at most ${count} entries.`)
    .refine(
      (lines) => lines.every((line) => line.length <= max),
      `Each entry of ${label} must be at most ${max} characters long.`,
    );
}

const years = { first: 1990, last: 2100 };
const yearMessage = `Please enter a year from ${years.first} to ${years.last}.`;
const optionalYear = z
  .union([z.literal(''), z.string().regex(/^\d{4}$/)], { error: yearMessage })
  .nullish()
  .transform((text) => (text ? Number(text) : null))
  .refine((year) => year === null || (year >= years.first && year <= years.last), yearMessage);

type Limits = { label: string; max: number; count: number; missing?: string; isOptional?: true };
const schemas = {
  title: ({ label, max, missing }: Limits) => requiredLine(label, max, missing),
  slug: ({ label, max }: Limits) => optionalLine(label, max),
  line: ({ label, max }: Limits) => optionalLine(label, max),
  text: ({ label, max }: Limits) => optionalText(label, max),
  address: ({ label, max }: Limits) => webAddress(label, max),
  image: ({ label, max }: Limits) => optionalLine(label, max),
  description: ({ label, max }: Limits) => optionalDescription(label, max),
  id: () => optionalId,
  language: () => optionalLanguage,
  lines: ({ label, max, count }: Limits) => severalLines(label, max, count),
  year: () => optionalYear,
  results: () => caseResults,
  /** A form that was loaded before there were kinds is of a post. */
  kind: () => z.enum(kindNames).default('post'),
  flag: ({ isOptional }: Limits): z.ZodType<boolean> => (isOptional ? flag.default(false) : flag),
};

type FieldSchemas = { [Name in FormFieldName]: ReturnType<(typeof schemas)[FieldType<Name>]> };
// oxlint-disable-next-line no-unsafe-type-assertion -- one entry for each field of the form, by its kind
const fieldSchemas = Object.fromEntries(
  formFieldNames.map((name) => {
    const field = { max: 200, count: 1, ...postFields[name] };
    return [name, schemas[field.type](field)];
  }),
) as FieldSchemas;

const postInput = z.object({
  ...fieldSchemas,
  content: plainText
    .refine(
      (html) => Buffer.byteLength(html) <= postLimits.contentBytes,
      'The content is too long: 5 MB is the most a post can hold.',
    )
    .refine(
      (html) => (html.match(/<[a-z]/gi)?.length ?? 0) <= postLimits.contentElements,
      'The content has too many parts: 50,000 paragraphs, headings, cells, links and the like are the most a post can hold.',
    ),
  /** Calendar day and local time of publishing in the site's time zone. */
  publishDay: optionalDay,
  publishTime: optionalTime,
  displayDay: optionalDay,
  tagIds: z.array(id).max(postLimits.tags, `A post can have at most ${postLimits.tags} tags.`),
});

/** Sent by a form, so that a save whose answer was lost is recognized. */
const saveKey = optionalId;

const creation = { creationKey: id, saveKey };
const edit = {
  version: z.coerce.number().int().positive(),
  /** Of the pending changes that the form shows, 0 for none; missing from a caller that does not know them. */
  pendingVersion: z.coerce.number().int().nonnegative().nullable().default(null),
  saveKey,
};

const { label, max, missing } = postFields.title;
/** As an autosave sends it. */
const draftInput = postInput
  .extend({ title: optionalLine(label, max).refine((title) => title === null || isVisible(title), missing) })
  .superRefine(({ title, content }, { addIssue }) => {
    if (title === null && isEmptyTree(cleanTree(content)))
      addIssue({ code: 'custom', path: ['title'], message: missing });
  });

export const newPostInput = postInput.extend(creation).superRefine(checkWhole).transform(ofItsKind);
export const newDraftInput = draftInput.safeExtend(creation).superRefine(checkTime).transform(named);
export const editedPostInput = postInput.extend(edit).superRefine(checkWhole).transform(ofItsKind);
export const editedDraftInput = draftInput.safeExtend(edit).superRefine(checkTime).transform(named);

export type PostInput = z.infer<typeof postInput> & { isUntitled?: boolean };

/** A time that is sent empty beside a day was cleared, in whole or in part; who sends none means midnight. */
function checkTime(
  { publishDay, publishTime }: Pick<PostInput, 'publishDay' | 'publishTime'>,
  { addIssue }: z.RefinementCtx,
) {
  if (publishDay !== null && publishTime === '')
    addIssue({ code: 'custom', path: ['publishTime'], message: missingTime });
}

/** Of what may be published: also that it has everything that its visitors are to see. */
function checkWhole(post: PostInput, context: z.RefinementCtx) {
  checkTime(post, context);
  if (!post.published) return;
  for (const [field, message] of Object.entries(publishingProblems(post)))
    context.addIssue({ code: 'custom', path: [field], message });
}

/** What a kind does not have is left out. */
function ofItsKind<Sent extends PostInput>(sent: Sent): Sent {
  const { isInBlog, hasTags } = kinds[sent.kind];
  return {
    ...sent,
    ...(isInBlog ? {} : { featured: false, categoryId: null, displayDay: null }),
    ...(hasTags ? {} : { tagIds: [] }),
    ...Object.fromEntries(
      formFieldNames
        .filter((name) => !hasField(sent.kind, name))
        .map((name) => [name, Array.isArray(sent[name]) ? [] : null]),
    ),
  };
}

function named<Sent extends Omit<PostInput, 'title'> & { title: string | null }>(sent: Sent) {
  return ofItsKind({ ...sent, title: sent.title ?? untitled, isUntitled: sent.title === null });
}
