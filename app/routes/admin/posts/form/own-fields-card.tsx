import { type AnyType, type FieldName, fieldNames, hasField, postFields } from '#domain/posts/post-fields.ts';
import { Card } from '#app/ui/card.tsx';
import { DatePicker } from '#app/ui/date-picker.tsx';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { Image } from '#app/ui/image.tsx';
import { Switch } from '#app/ui/switch.tsx';
import { ImageControl } from '#app/routes/admin/images/image-control.tsx';
import { ResultsControl } from './results-control.tsx';
import { useForm } from './use-post-form.ts';
import { Plus } from 'lucide-react';
import type { ComponentProps } from 'react';

const elsewhere: readonly FieldName[] = [
  ...(['title', 'slug', 'excerpt', 'language', 'kind'] as const),
  ...(['published', 'featured', 'publishedAt', 'displayPublishedAt'] as const),
  ...(['featuredImage', 'imageDescription', 'authorId', 'publicAuthorId', 'categoryId'] as const),
  ...(['metaDescription', 'socialTitle', 'socialImage', 'canonicalUrl', 'noindex'] as const),
];

/** Every other field of the kind, each as visitors see it or with the control of its type. */
export function OwnFieldsCard() {
  const { kind } = useForm();
  const names = fieldNames
    .filter((name) => hasField(kind, name) && !elsewhere.includes(name))
    .toSorted((one, other) => placeOf(one) - placeOf(other));
  if (names.length === 0) return null;
  return (
    <Card title="Facts and results">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] items-start gap-x-4 gap-y-3">
        {names.map((name) => (
          <FieldControl key={name} name={name} />
        ))}
      </div>
    </Card>
  );
}

/** Short facts first, those of the quote below it, images last. */
const places: Partial<Record<AnyType, number>> = { lines: 1, results: 2, text: 3, image: 5 };
const placeOf = (name: FieldName) =>
  name === 'quoteName' || name === 'quoteRole' ? 4 : (places[postFields[name].type] ?? 0);

const address = { type: 'url', inputMode: 'url', spellCheck: false, autoCapitalize: 'none' } as const;

function FieldControl({ name }: { name: FieldName }) {
  const { text, props, control, errorAt } = useForm();
  const { label, type, ...field } = postFields[name];
  const value = text.values[name];
  const change = (next: string | boolean) => text.change({ [name]: next });
  if (typeof value === 'boolean') return <Switch label={label} checked={value} onChange={change} />;
  switch (type) {
    case 'text':
      return (
        <div className="col-span-full border-s-2 border-line-strong ps-4">
          <TextArea {...control(name)} isQuiet rows={2} className="field-sizing-content text-xl!" />
        </div>
      );
    case 'lines':
      return (
        <NamesControl
          {...control(name)}
          inUse={props.factNames.filter(({ fact }) => fact === name).map((one) => one.name)}
        />
      );
    case 'year':
      return <TextField {...control(name)} inputMode="numeric" />;
    case 'address':
      return <TextField {...control(name)} {...address} />;
    case 'day':
      return (
        <DatePicker
          label={label}
          placeholder="Pick a date"
          day={value}
          today={props.today}
          onChange={change}
        />
      );
    case 'image':
      return <FieldImage name={name} />;
    case 'results':
      return <ResultsControl written={value} error={errorAt(name)} onChange={change} />;
    default:
      return <TextField {...control(name)} required={'missing' in field} />;
  }
}

function FieldImage({ name }: { name: FieldName }) {
  const { text, images, errorAt } = useForm();
  const { label, ...field } = postFields[name];
  const image = String(text.values[name]);
  return (
    <div className="grid content-start gap-2">
      {image !== '' && (
        <Image
          src={image}
          className="max-h-20 max-w-full justify-self-start rounded-md border border-line bg-surface p-2 scheme-light"
          instead={<p className="text-ink-soft">The image cannot be shown.</p>}
        />
      )}
      <ImageControl
        label={label}
        hint={'hint' in field ? field.hint : ''}
        image={image}
        folder="featured-images"
        use={name === 'clientLogo' ? 'logos' : 'content'}
        error={errorAt(name)}
        onChange={(next) => text.change({ [name]: next })}
        {...images.uploadsOf(name)}
      />
    </div>
  );
}

const maxOffered = 8;

/** Names, one on each line, and those in use elsewhere to add by a click. */
function NamesControl({
  value,
  inUse,
  onChange,
  ...control
}: ComponentProps<typeof TextArea> & {
  value: string;
  inUse: readonly string[];
  onChange: (event: { currentTarget: { value: string } }) => void;
}) {
  const lines = value.split('\n').filter((line) => line.trim() !== '');
  const offered = inUse.filter((name) => !lines.includes(name)).slice(0, maxOffered);
  return (
    <div className="grid content-start gap-1.5">
      <TextArea {...control} value={value} onChange={onChange} rows={3} hint="One on each line." />
      {offered.length > 0 && (
        <div role="group" aria-label={`${control.label} in use`} className="flex flex-wrap gap-1">
          {offered.map((name) => (
            <button
              key={name}
              type="button"
              onClick={() => onChange({ currentTarget: { value: [...lines, name].join('\n') } })}
              className="inline-flex max-w-full cursor-pointer items-center gap-1 rounded-full border border-line px-2 py-0.5 text-ink-soft hover:border-line-strong hover:text-ink max-sm:min-h-11 max-sm:px-3"
            >
              <Plus className="size-3 shrink-0" />
              <span className="truncate">{name}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
