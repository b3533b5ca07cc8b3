import { visibleText } from '#domain/text/visible-text.ts';
import type { Field, SimpleField } from './fields.ts';
import {
  fieldsOf,
  isSameValue,
  type DocumentName,
  type DocumentValues,
  type FieldValue,
} from './site-words.ts';

/** The names of the fields in which two states of a document differ, in the order of its form. Pure. */
export function changedFields(name: DocumentName, one: DocumentValues, other: DocumentValues): string[] {
  return [...fieldsOf(name).keys()].filter((key) => !isSameValue(one[key], other[key]));
}

/** A value as text, to be compared word by word: each entry of a list is a paragraph. Pure. */
export function wordsOfField(field: Field, value: FieldValue | undefined): string {
  if (field.kind !== 'list') return wordsOfValue(field, value);
  if (typeof value !== 'object') return '';
  return value
    .map((item) =>
      Object.entries(field.fields)
        .map(([name, each]) => [each.label, wordsOfValue(each, item[name])])
        .filter(([, words]) => words !== '')
        .map(([label, words]) => `${label}: ${words}`)
        .join('\n'),
    )
    .join('\n\n');
}

function wordsOfValue({ kind }: SimpleField, value: FieldValue | undefined): string {
  if (kind === 'flag') return value === true ? 'Yes' : 'No';
  if (kind === 'body') return visibleText(String(value));
  return typeof value === 'string' ? value : '';
}
