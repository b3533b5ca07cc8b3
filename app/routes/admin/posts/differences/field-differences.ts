import { readDescription } from '#domain/images/image-description.ts';
import { postFields, type AnyType } from '#domain/posts/post-fields.ts';
import { changedParts, parts, type Part } from '#domain/posts/post-parts.ts';
import { kinds } from '#domain/core/kinds.ts';
import { parseResults } from '#domain/posts/case-results.ts';
import { formatLongDate } from '#domain/fields/dates.ts';
import { languageName } from '#domain/fields/languages.ts';
import { visibleText } from '#domain/html/visible-text.ts';
import type { PostChoices } from '#domain/posts/get-post-form-choices.ts';
import type { PostValues } from '../state/post-values.ts';

export type State = { values: PostValues; content: string };

export const partsOf = ({ values, content }: State) => ({ ...values, content });

/** As the form labels it. */
export function partName(part: Part): string {
  if (part === 'content') return 'Content';
  return part === 'tagIds' ? 'Tags' : postFields[part].label;
}

/** True if the differences of a part are shown word by word. */
export const isProse = (part: Part) =>
  part !== 'content' &&
  part !== 'tagIds' &&
  ['title', 'line', 'text', 'lines', 'results'].includes(postFields[part].type);

export type Difference = { part: Part; one: string; other: string };

/** The parts in which two states differ, as text. Two bodies of the same text differ in their formatting. */
export function differencesOf(one: State, other: State, choices: PostChoices): Difference[] {
  return changedParts(partsOf(one), partsOf(other)).map((part) => ({
    part,
    one: wordsOf(part, one, choices),
    other: wordsOf(part, other, choices),
  }));
}

/** Where a part is taken from. `both`: the tags that both sides have added, without those that either removed. */
export type Side = 'mine' | 'theirs' | 'both';

/**
 * The side preselected for each part: theirs where only the other user changed it, otherwise mine; of the tags both.
 * @param base the state that both started from; null when it is not known
 */
export function initialChoices(mine: State, theirs: State, base: State | null): Record<Part, Side> {
  const byMe = base && changedParts(partsOf(base), partsOf(mine));
  const byThem = base && changedParts(partsOf(base), partsOf(theirs));
  const begin = (part: Part): Side => {
    if (byMe === null || byThem?.includes(part) !== true) return 'mine';
    if (!byMe.includes(part)) return 'theirs';
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

export function wordsOf(part: Part, { values, content }: State, choices: PostChoices): string {
  switch (part) {
    case 'content':
      return visibleText(content);
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
      return (parseResults(values.results) ?? []).map(({ figure, label }) => `${figure} ${label}`).join('\n');
    case 'kind':
      return kinds[values.kind].name;
    case 'tagIds':
      return values.tagIds
        .map((id) => nameOf(id, choices.tags, ''))
        .toSorted()
        .join(', ');
    default: {
      const value = values[part];
      if (typeof value !== 'string') return value ? 'Yes' : 'No';
      return value === '' ? '' : dateWords(postFields[part].type, value);
    }
  }
}

function dateWords(type: AnyType, value: string): string {
  if (type === 'day') return formatLongDate(value);
  const [day = '', time = ''] = value.split('T');
  return type === 'instant' ? `${formatLongDate(day)}, ${time}` : value;
}

function descriptionWords(text: string): string {
  const { alt, isDecoration, caption } = readDescription(text);
  return [
    ...(isDecoration === 'true' ? ['Decorative image'] : alt === undefined ? [] : [`Alt text: ${alt}`]),
    ...(caption === undefined ? [] : [`Caption: ${caption}`]),
  ].join('\n');
}

function nameOf(id: string, terms: { id: string; name: string }[], none: string): string {
  if (id === '') return none;
  return terms.find((term) => term.id === id)?.name ?? '(deleted)';
}
