import { visibleText } from '#domain/html/visible-text.ts';
import { keysOf } from '#domain/core/keys-of.ts';
import { iconAddress } from '#domain/images/icon.ts';
import type { SimpleField } from '#domain/site/fields.ts';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { Switch } from '#app/ui/switch.tsx';
import { ChoiceField, ColorField, PageField, ZoneField } from './choice-fields.tsx';
import { type Common, type Simple, type Typing, verbatim } from './control.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import type { ContentHandle } from '#app/editor/body-editor.ts';
import { ContentEditor } from '../posts/form/content-editor.tsx';
import { Image } from '#app/ui/image.tsx';
import { ImageControl } from '../images/image-control.tsx';

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
    case 'link':
      if (field.isChoice) return <ChoiceField {...{ control, onChange }} ownPages={form.ownPages} />;
      return <TextField {...control} {...verbatim} inputMode="url" />;
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
          inputMode={kind === 'email' ? 'email' : 'text'}
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

/** Text in the editor of posts. */
function BodyField({
  value,
  error,
  onChange,
  onUploads,
}: {
  value: string;
  error: string | undefined;
  onChange: (html: string) => void;
  onUploads: (underWay: number) => void;
}) {
  const editor = useRef<ContentHandle>(null);
  const shown = useRef(value);
  // Only a text from elsewhere, restored or saved by another user, replaces what is in the editor. Done later than at
  // once, it would take an own text that was typed on for one from elsewhere.
  useLayoutEffect(() => {
    if (value === shown.current) return;
    shown.current = value;
    editor.current?.setHtml(value);
  }, [value]);
  return (
    <div className="grid gap-1">
      <ContentEditor
        ref={editor}
        initialHtml={value}
        isToldAtOnce
        onChange={() => {
          shown.current = editor.current?.html() ?? shown.current;
          onChange(shown.current);
        }}
        onImages={({ underWay }) => onUploads(underWay)}
      />
      {error !== undefined && <p className="text-danger">{error}</p>}
    </div>
  );
}

const groundClass = { light: 'scheme-light', dark: 'scheme-dark' } as const;

/** An image with what is wrong with it, a failed upload too, beside its buttons. */
function ImageField({
  field: { label, hint = '', folder = 'featured-images', use = 'content', scheme },
  image,
  isReadOnly,
  error,
  onChange,
  onUploads,
}: {
  field: SimpleField;
  image: string;
  isReadOnly: boolean;
  error: string | undefined;
  onChange: (image: string) => void;
  onUploads: (underWay: number) => void;
}) {
  const [failure, setFailure] = useState<string>();
  const shown = 'size-20 rounded-md border border-line';
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-3 max-sm:grid-cols-1">
      {image !== '' && folder !== 'logos' && <Image src={image} className={`${shown} object-cover`} />}
      {image !== '' && folder === 'logos' && (
        <div className="flex gap-2">
          {(scheme ? [scheme] : keysOf(groundClass)).map((ground) => (
            <span key={ground} className={groundClass[ground]}>
              <Image src={iconAddress(image, ground)} className={`${shown} bg-paper object-contain p-2`} />
            </span>
          ))}
        </div>
      )}
      {isReadOnly ? (
        <p className="text-ink-soft">{image === '' ? `${label}: none` : label}</p>
      ) : (
        <ImageControl
          label={label}
          hint={hint}
          image={image}
          folder={folder}
          use={use}
          error={error ?? failure}
          onChange={(next) => {
            setFailure(undefined);
            onChange(next);
          }}
          onUploads={onUploads}
          onFailure={(message) => {
            setFailure(message);
            onUploads(0);
          }}
        />
      )}
    </div>
  );
}
