import { visibleText } from '#domain/html/visible-text.ts';
import type { Field, SimpleField } from './fields.ts';
import {
  fieldsOf,
  isSameValue,
  sectionsOf,
  type DocumentName,
  type DocumentValues,
  type FieldValue,
} from './site-words.ts';

/** The names of the fields in which two states of a document differ, in the order of its form. Pure. */
export function changedFields(name: DocumentName, one: DocumentValues, other: DocumentValues): string[] {
  return [...fieldsOf(name).keys()].filter((key) => !isSameValue(one[key], other[key]));
}

/** The label of a field, after that of its section where another section has a field of the same label. Pure. */
export function labelOfField(name: DocumentName, key: string): string {
  const labels = sectionsOf(name).flatMap(({ label, fields }) =>
    fields.map(([own, field]) => ({ own, section: label, label: field.label })),
  );
  const { section = '', label = '' } = labels.find(({ own }) => own === key) ?? {};
  return labels.some((other) => other.own !== key && other.label === label) ? `${section}: ${label}` : label;
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
