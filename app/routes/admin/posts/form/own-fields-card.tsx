import { fieldNames, hasField, postFields, type AnyType, type FieldName } from '#domain/posts/post-fields.ts';
import { Card } from '#app/ui/card.tsx';
import { DatePicker } from '#app/ui/date-picker.tsx';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { Image } from '#app/ui/image.tsx';
import { Switch } from '#app/ui/switch.tsx';
import { ImageControl } from '#app/routes/admin/images/image-control.tsx';
import { NamesControl } from './names-control.tsx';
import { ResultsControl } from './results-control.tsx';
import { useForm } from './use-post-form.ts';

/** The fields that have a place of their own in the form. */
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
          className="max-h-20 max-w-full justify-self-start rounded-md border border-line bg-white p-2"
          instead={<p className="text-ink-soft">The image cannot be shown.</p>}
        />
      )}
      <ImageControl
        label={label}
        hint={'hint' in field ? field.hint : ''}
        image={image}
        folder="featured-images"
        error={errorAt(name)}
        onChange={(next) => text.change({ [name]: next })}
        {...images.uploadsOf(name)}
      />
    </div>
  );
}
