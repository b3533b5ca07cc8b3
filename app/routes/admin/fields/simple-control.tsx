import { visibleText } from '#domain/html/visible-text.ts';
import type { SimpleField } from '#domain/site/fields.ts';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { Switch } from '#app/ui/switch.tsx';
import { BodyField } from './body-field.tsx';
import { ColorField, PageField, ZoneField } from './choice-fields.tsx';
import { verbatim, type Common, type Simple, type Typing } from './control.ts';
import { ImageField } from './image-field.tsx';

/** The control of a field that is no list. */
export function SimpleControl({
  field,
  value,
  path,
  isReadOnly = false,
  form,
  onChange,
}: Common & { field: SimpleField; value: Simple; onChange: (value: Simple) => void }) {
  const { label, hint, max, kind } = field;
  const error = form.errorAt(path);
  const text = typeof value === 'string' ? value : '';
  const onUploads = (underWay: number) => form.onUploads(path, underWay);
  const hints = [hint, kind === 'color' || kind === 'zone' ? undefined : countOf(text, max)].filter(Boolean);
  const control = {
    label,
    error,
    name: path,
    dir: 'auto',
    readOnly: isReadOnly,
    value: text,
    onChange: ({ currentTarget }: Typing) => onChange(currentTarget.value),
    ...(hints.length > 0 ? { hint: hints.join(' ') } : {}),
  };
  switch (kind) {
    case 'section':
      return null;
    case 'flag':
      return <Switch label={label} checked={value === true} onChange={isReadOnly ? () => {} : onChange} />;
    case 'image':
      return <ImageField {...{ field, image: text, isReadOnly, error, onChange, onUploads }} />;
    case 'color':
      return <ColorField control={control} scheme={field.scheme ?? 'light'} onChange={onChange} />;
    case 'zone':
      return <ZoneField {...control} />;
    case 'body':
      if (isReadOnly) return <TextArea {...control} rows={18} value={visibleText(text)} />;
      return <BodyField {...{ value: text, error, onChange, onUploads }} />;
    case 'page':
      return <PageField control={control} ownPages={form.ownPages} onChange={onChange} />;
    case 'text':
    case 'paragraphs':
      return <TextArea {...control} rows={rowsOf(text, kind)} />;
    default:
      return (
        <TextField
          {...control}
          {...(kind === 'line' ? {} : verbatim)}
          inputMode={kind === 'email' ? 'email' : kind === 'link' ? 'url' : 'text'}
        />
      );
  }
}

/** Near and beyond the end of what fits. */
function countOf(text: string, max: number): string | undefined {
  const { length } = text.length > max * 0.9 ? [...text] : text;
  return length > max * 0.9
    ? `${length.toLocaleString('en-US')} of ${max.toLocaleString('en-US')} characters.`
    : undefined;
}

function rowsOf(text: string, kind: 'text' | 'paragraphs'): number {
  const lines = text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / 70), 0);
  return Math.min(Math.max(lines, kind === 'text' ? 2 : 6), 18);
}
