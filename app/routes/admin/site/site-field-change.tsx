import { wordsOfField } from '#domain/site/field-words.ts';
import { fieldsOf, type DocumentName, type FieldValue } from '#domain/site/site-words.ts';
import { BodyWords } from '../editing/differences/body-words.tsx';
import { WordRuns } from '../editing/differences/word-runs.tsx';

type Props = {
  document: DocumentName;
  name: string;
  one: FieldValue | undefined;
  other: FieldValue | undefined;
};

/** Shows how the value of one field of a document became another. */
export function SiteFieldChange({ document, name, one, other }: Props) {
  const field = fieldsOf(document).get(name);
  if (!field) return null;
  if (field.kind === 'body') return <BodyWords one={String(one)} other={String(other)} />;
  return <WordRuns one={wordsOfField(field, one)} other={wordsOfField(field, other)} />;
}
