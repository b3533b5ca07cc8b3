import type { Field } from '#domain/site/fields.ts';
import type { FieldValue } from '#domain/site/site-words.ts';
import type { Common } from './control.ts';
import { ListControl } from './list-control.tsx';
import { SimpleControl } from './simple-control.tsx';

/** The control of one field of a document. */
export function FieldControl({
  field,
  value,
  onChange,
  ...common
}: Common & { field: Field; value: FieldValue | undefined; onChange: (value: FieldValue) => void }) {
  if (field.kind === 'list') {
    const items = typeof value === 'object' ? value : [];
    return <ListControl field={field} items={items} onChange={onChange} {...common} />;
  }
  const simple = typeof value === 'object' || value === undefined ? '' : value;
  return <SimpleControl field={field} value={simple} onChange={onChange} {...common} />;
}
