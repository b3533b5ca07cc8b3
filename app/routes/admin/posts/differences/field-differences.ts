import { readDescription } from '#domain/images/image-description.ts';
import { fieldNames, postFields, textFieldNames, type FieldName } from '#domain/posts/post-fields.ts';
import { kinds } from '#domain/kinds.ts';
import { readResults } from '#domain/posts/case-results.ts';
import { formatLongDate } from '#domain/fields/dates.ts';
import { languageName } from '#domain/fields/languages.ts';
import { visibleText } from '#domain/html/visible-text.ts';
import type { PostChoices } from '#domain/posts/get-post-form-choices.ts';
import type { PostValues } from '../state/post-values.ts';

/** A state of a post as its form holds it. */
export type State = { values: PostValues; content: string };

/** A part of a post that is compared, chosen and restored as a whole: a field, the content or the tags. */
export type Part = FieldName | 'content' | 'tagIds';

export const parts: readonly Part[] = [
  ...textFieldNames,
  'content',
  ...fieldNames.filter((name) => !textFieldNames.some((text) => text === name)),
  'tagIds',
];

/** As the form labels it. */
export function partName(part: Part): string {
  if (part === 'content') return 'Content';
  return part === 'tagIds' ? 'Tags' : postFields[part].label;
}

/** Whether the differences of a part are shown word by word. */
export const isProse = (part: Part) =>
  part === 'content' ||
  (part !== 'tagIds' && ['title', 'line', 'text', 'lines', 'results'].includes(postFields[part].type));

/** The parts in which two states differ. */
export function changedParts(one: State, other: State): Part[] {
  return parts.filter((part) => keyOf(part, one) !== keyOf(part, other));
}

export type Difference = { part: Part; one: string; other: string };

/** The parts in which two states differ, as text. Two bodies of the same text differ in their formatting. */
export function differencesOf(one: State, other: State, choices: PostChoices): Difference[] {
  return changedParts(one, other).map((part) => ({
    part,
    one: wordsOf(part, one, choices),
    other: wordsOf(part, other, choices),
  }));
}

/** Where a part is taken from. `both`: the tags that both sides have added, without those that either removed. */
export type Side = 'mine' | 'theirs' | 'both';

/** The parts that both sides changed, each in its own way. @param base the state that both started from */
export function conflictingParts(mine: State, theirs: State, base: State): Part[] {
  return parts.filter((part) => {
    const [one, other, before] = [keyOf(part, mine), keyOf(part, theirs), keyOf(part, base)];
    return one !== other && one !== before && other !== before;
  });
}

/**
 * The side preselected for each part: theirs where only the other user changed it, otherwise mine; of the tags both.
 * @param base the state that both started from; null when it is not known
 */
export function initialChoices(mine: State, theirs: State, base: State | null): Record<Part, Side> {
  const begin = (part: Part): Side => {
    if (base === null || keyOf(part, theirs) === keyOf(part, base)) return 'mine';
    if (keyOf(part, mine) === keyOf(part, base)) return 'theirs';
    return part === 'tagIds' ? 'both' : 'mine';
  };
  // oxlint-disable-next-line no-unsafe-type-assertion -- one entry for each part
  return Object.fromEntries(parts.map((part) => [part, begin(part)])) as Record<Part, Side>;
}

/** The tags of both sides, without those that either removed. */
export function mergedTags(mine: State, theirs: State, base: State | null): string[] {
  const tagsOf = (state: State | null) => new Set(state?.values.tagIds);
  const [one, other, before] = [tagsOf(mine), tagsOf(theirs), tagsOf(base)];
  return [...new Set([...one, ...other])]
    .filter((id) => !before.has(id) || (one.has(id) && other.has(id)))
    .toSorted();
}

/** The state with some parts taken from another one. */
export function withParts(state: State, from: State, taken: readonly Part[]): State {
  return taken.reduce<State>((result, part) => {
    if (part === 'content') return { ...result, content: from.content };
    const fields = Object.fromEntries(controlsOf(part).map((field) => [field, from.values[field]]));
    return { ...result, values: { ...result.values, ...fields } };
  }, state);
}

function controlsOf(part: Exclude<Part, 'content'>): (keyof PostValues)[] {
  switch (part) {
    case 'publishedAt':
      return ['publishDay', 'publishTime'];
    case 'displayPublishedAt':
      return ['displayDay'];
    default:
      return [part];
  }
}

function keyOf(part: Part, { values, content }: State): string {
  if (part === 'content') return content;
  return JSON.stringify(
    controlsOf(part).map((field) => {
      const value = values[field];
      return Array.isArray(value) ? value.toSorted() : value;
    }),
  );
}

export function wordsOf(part: Part, { values, content }: State, choices: PostChoices): string {
  switch (part) {
    case 'content':
      return visibleText(content);
    case 'publishedAt':
      return values.publishDay === '' ? '' : `${formatLongDate(values.publishDay)}, ${values.publishTime}`;
    case 'displayPublishedAt':
      return values.displayDay === '' ? '' : formatLongDate(values.displayDay);
    case 'authorId':
      return choices.authors.find(({ id }) => id === values.authorId)?.label ?? 'Unknown';
    case 'publicAuthorId':
      return nameOf(values.publicAuthorId, choices.publicAuthors, '');
    case 'categoryId':
      return nameOf(values.categoryId, choices.categories, 'Uncategorized');
    case 'imageDescription':
      return descriptionWords(values.imageDescription);
    case 'language':
      return values.language === '' ? 'Language of the site' : languageName(values.language);
    case 'results':
      return readResults(values.results)
        .map(({ figure, label }) => `${figure} ${label}`)
        .join('\n');
    case 'kind':
      return kinds[values.kind].name;
    case 'tagIds':
      return values.tagIds
        .map((id) => nameOf(id, choices.tags, ''))
        .toSorted()
        .join(', ');
    default: {
      const value = values[part];
      return typeof value === 'string' ? value : value ? 'Yes' : 'No';
    }
  }
}

function descriptionWords(text: string): string {
  const { alt, isDecoration, caption } = readDescription(text);
  return [
    ...(isDecoration === 'true' ? ['Only decoration'] : alt === undefined ? [] : [`Alt text: ${alt}`]),
    ...(caption === undefined ? [] : [`Caption: ${caption}`]),
  ].join('\n');
}

function nameOf(id: string, terms: { id: string; name: string }[], none: string): string {
  if (id === '') return none;
  return terms.find((term) => term.id === id)?.name ?? '(deleted)';
}
