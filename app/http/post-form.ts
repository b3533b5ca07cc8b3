import { invalid } from '#domain/core/errors.ts';
import { isKind } from '#domain/core/kinds.ts';
import { parseBegun } from '#domain/posts/begun.ts';
import { parseResults } from '#domain/posts/case-results.ts';
import {
  fieldNames,
  postFields,
  type AnyType,
  type FieldValues,
  type PostState,
  type ValueOfType,
} from '#domain/posts/post-fields.ts';
import { instantFromLocal } from '#domain/fields/dates.ts';
import { isDay } from '#domain/fields/fields.ts';

export type PostForm = ReturnType<typeof readPostForm>;

/**
 * The state that a form of a post sends, not yet checked by its limits, and what the form was begun on.
 * @param timeZone in which its dates are meant
 * @throws invalid for a control that its form cannot have sent
 */
export function readPostForm(
  fields: Readonly<Record<string, string>>,
  tagIds: readonly unknown[],
  timeZone: string,
) {
  const entries = fieldNames.map((name) => {
    const { type } = postFields[name];
    const value = readControl[type](fields[name] ?? '', timeZone);
    if (value !== undefined) return [name, value];
    const message = unreadable[type] ?? 'Please choose from the list.';
    throw invalid(message, { [name]: message });
  });
  const state: PostState = {
    // oxlint-disable-next-line no-unsafe-type-assertion -- one entry for each field, by its type
    ...(Object.fromEntries(entries) as FieldValues),
    content: fields['content'] ?? '',
    tagIds: tagIds.filter((id) => typeof id === 'string'),
  };
  return { state, begun: parseBegun(fields) };
}

const orNull = (text: string) => text || null;

/**
 * The value of a field from the text of its control; undefined for a text that is none. A number is refused by the
 * limits of its field.
 */
const readControl: { [Type in AnyType]: (text: string, timeZone: string) => ValueOfType[Type] | undefined } =
  {
    title: (text) => text,
    slug: orNull,
    line: orNull,
    text: orNull,
    address: orNull,
    image: orNull,
    description: orNull,
    id: orNull,
    language: orNull,
    day: orNull,
    instant: readInstant,
    flag: (text) => (text === 'true' ? true : text === 'false' || text === '' ? false : undefined),
    kind: (text) => (text === '' ? 'post' : isKind(text) ? text : undefined),
    lines: (text) => text.split('\n'),
    year: (text) => (text === '' ? null : Number(text)),
    results: parseResults,
  };

const unreadable: Partial<Record<AnyType, string>> = {
  instant: 'Please enter a time.',
  flag: 'Please answer with true or false.',
  results: 'Please enter the results again.',
};

/** A day without a time is its midnight; a time that was cleared is missing. */
function readInstant(text: string, timeZone: string): Date | null | undefined {
  if (text === '') return null;
  const [day = '', time = '00:00'] = text.split('T');
  const isWhole = isDay(day) && /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
  return isWhole ? instantFromLocal(day, time, timeZone) : undefined;
}
