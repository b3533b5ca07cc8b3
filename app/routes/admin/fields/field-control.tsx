import { Plus, Trash2 } from 'lucide-react';
import {
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ChangeEvent,
  type ComponentProps,
} from 'react';
import { flushSync } from 'react-dom';

import { entryLabel, hasFixedName } from '#domain/site/navigation.ts';
import { pageNames } from '#domain/public-addresses.ts';
import { accentIn, accentProblem, isHexColor, type ColorScheme } from '#domain/site/accent-color.ts';
import { visibleText } from '#domain/html/visible-text.ts';
import type { Field, ListField, SimpleField } from '#domain/site/fields.ts';
import type { FieldValue } from '#domain/site/site-words.ts';
import { Button, IconButton } from '#app/ui/button.tsx';
import { SelectField, TextArea, TextField } from '#app/ui/field.tsx';
import { Image } from '#app/ui/image.tsx';
import { Switch } from '#app/ui/switch.tsx';
import { useToast } from '#app/ui/toaster.tsx';
import type { ContentHandle } from '#app/editor/rich-text-editor.tsx';
import { ImageControl } from '../images/image-control.tsx';
import { focusMoveButton, MoveButtons } from '../list/move-buttons.tsx';
import { ContentEditor } from '../posts/form/content-editor.tsx';

type Simple = string | boolean;

/** What the fields of a form share. */
export type FieldForm = {
  /** The public pages of the owner, for links. */
  ownPages: readonly { path: string; title: string }[];
  /** What is wrong with the value at a path. */
  errorAt: (path: string) => string | undefined;
  /** Called with the number of uploads under way. */
  onUploads: (path: string, underWay: number) => void;
};

type Common = {
  form: FieldForm;
  /** The path of the value in the document: `team.2.name`. */
  path: string;
  isReadOnly?: boolean;
};

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

/** How a control says what was typed or chosen. */
type Typing = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

function SimpleControl({
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

const verbatim = { spellCheck: false, autoCapitalize: 'none' } as const;

type Control = Pick<ComponentProps<typeof TextField>, 'label' | 'name' | 'error' | 'hint'> & {
  value: string;
  readOnly: boolean;
  onChange: (event: Typing) => void;
};

type FieldProps = { control: Control; onChange: (value: string) => void };

/** A color as text and to be picked; one that cannot be read offers the nearest that can. */
function ColorField({ scheme, control, onChange }: FieldProps & { scheme: ColorScheme }) {
  const { value, label, readOnly } = control;
  const problem = isHexColor(value) ? accentProblem(value, scheme) : null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
      <TextField {...control} {...verbatim} error={problem?.message ?? control.error} />
      {!readOnly && (
        <input
          type="color"
          aria-label={`Pick: ${label}`}
          value={isHexColor(value) ? value : accentIn(scheme, '')}
          onChange={control.onChange}
          className="mt-6 h-8 w-12 cursor-pointer rounded-md border border-line-strong bg-surface p-0.5 max-sm:h-11"
        />
      )}
      {!readOnly && problem && (
        <Button className="justify-self-start" onClick={() => onChange(problem.nearest)}>
          <span className="size-3.5 rounded-sm" style={{ background: problem.nearest }} />
          Use {problem.nearest}
        </Button>
      )}
    </div>
  );
}

/** A page of the site, or another address. */
function PageField({ ownPages, control, onChange }: FieldProps & Pick<FieldForm, 'ownPages'>) {
  const { value, readOnly, name, error, ...shared } = control;
  const pages = [
    ...Object.entries(pageNames),
    ...ownPages.map(({ path, title }): [string, string] => [path, title]),
  ];
  // What was typed as another address stays one, also while it is the beginning of a page's.
  const [typed, setTyped] = useState<string | null>(null);
  const isOther = typed === value || (value !== '' && pages.every(([path]) => path !== value));
  return (
    <>
      <SelectField
        {...shared}
        {...(isOther ? {} : { name, error })}
        value={isOther ? 'other' : value}
        disabled={readOnly}
        onChange={({ currentTarget: { value: chosen } }) => {
          setTyped(chosen === 'other' ? '' : null);
          onChange(chosen === 'other' ? '' : chosen);
        }}
        options={[...pages, ['other', 'Another address']]}
      >
        {value === '' && <option value="">Choose a page</option>}
      </SelectField>
      {isOther && (
        <TextField
          {...control}
          {...verbatim}
          label="Address"
          inputMode="url"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            control.onChange(event);
          }}
        />
      )}
    </>
  );
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

const known: { zones?: string[] } = {};
const browserZones = () => (known.zones ??= Intl.supportedValuesOf('timeZone'));
const noZones: string[] = [];
const serverZones = () => noZones;
const never = () => () => {};

/** The zones that the browser knows are offered once its script has run. */
function ZoneField({ readOnly, ...control }: Control) {
  const zones = useSyncExternalStore(never, browserZones, serverZones);
  const names = [...new Set([control.value, 'UTC', ...zones])];
  return <SelectField {...control} disabled={readOnly} options={names.map((zone) => [zone, zone])} />;
}

/** An image with what is wrong with it, a failed upload too, beside its buttons. */
function ImageField({
  field: { label, hint = '', folder = 'featured-images' },
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
  const isLogo = folder === 'logos';
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-3">
      {image !== '' && (
        <Image
          src={image}
          className={`size-20 rounded-md border border-line ${isLogo ? 'bg-paper object-contain p-1' : 'object-cover'}`}
        />
      )}
      {isReadOnly ? (
        <p className="text-ink-soft">{image === '' ? `${label}: none` : label}</p>
      ) : (
        <ImageControl
          label={label}
          hint={hint}
          image={image}
          folder={folder}
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

type Item = Readonly<Record<string, Simple>>;

/** Entries that are added, removed and put in order. */
function ListControl({
  field: { label, hint, noun, fields, min, max },
  items,
  path,
  isReadOnly = false,
  form,
  onChange,
}: Common & { field: ListField; items: readonly Item[]; onChange: (items: readonly Item[]) => void }) {
  const showToast = useToast();
  const list = useRef<HTMLDivElement>(null);
  const error = form.errorAt(path);
  const isFixed = min === max;
  const isNavigation = fields['address']?.kind === 'page';
  const firstField = Object.keys(fields)[0] ?? '';
  const nameOf = (index: number) => `${noun} ${index + 1}`;

  /** At once, so that what is typed next goes there. */
  function changeAndFocus(next: readonly Item[], selector: string) {
    flushSync(() => onChange(next));
    list.current?.querySelector<HTMLElement>(selector)?.focus();
  }

  function add() {
    const blank = Object.fromEntries(
      Object.entries(fields).map(([name, { kind }]) => [name, kind === 'flag' ? true : '']),
    );
    changeAndFocus([...items, blank], `[name="${path}.${items.length}.${firstField}"]`);
  }

  /** A page that is chosen brings its label, unless its name is fixed. */
  function withValue(item: Item, name: string, value: Simple): Item {
    if (fields[name]?.kind !== 'page') return { ...item, [name]: value };
    const title = form.ownPages.find(({ path: address }) => address === value)?.title;
    return { ...item, [name]: value, label: hasFixedName(value) ? '' : (title ?? item['label'] ?? '') };
  }

  function move(index: number, by: -1 | 1) {
    const moved = items[index];
    if (moved === undefined) return;
    flushSync(() => onChange(items.toSpliced(index, 1).toSpliced(index + by, 0, moved)));
    focusMoveButton(`${path}.${index + by}`, by);
  }

  function remove(index: number) {
    changeAndFocus(items.toSpliced(index, 1), '[data-add]');
    showToast(
      { text: `The ${noun} was removed from the draft.` },
      { label: 'Undo', run: () => onChange(items) },
    );
  }

  return (
    <div ref={list} role="group" aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className="font-medium" aria-hidden="true">
        {label}
      </p>
      {hint !== undefined && <p className="text-ink-soft">{hint}</p>}
      {error !== undefined && <p className="text-danger">{error}</p>}
      {items.length === 0 && (
        <p className="rounded-md border border-dashed border-line-strong p-4 text-center text-ink-soft">
          None. The page shows nothing in this place.
        </p>
      )}
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {items.map((item, index) => (
          <li
            key={index}
            aria-label={nameOf(index)}
            className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md border border-line bg-paper p-3"
          >
            <div className="flex items-center gap-1">
              <p className="mr-auto min-w-0 truncate text-ink-soft" dir="auto">
                <span className="tabular-nums">{index + 1}.</span> {titleOf(item)}
              </p>
              {!isReadOnly && (
                <>
                  <MoveButtons
                    id={`${path}.${index}`}
                    name={nameOf(index)}
                    index={index}
                    count={items.length}
                    onMove={(by) => move(index, by)}
                  />
                  {!isFixed && (
                    <IconButton
                      label={`Remove ${nameOf(index)}`}
                      disabled={items.length <= min}
                      onClick={() => remove(index)}
                    >
                      <Trash2 />
                    </IconButton>
                  )}
                </>
              )}
            </div>
            {Object.entries(fields)
              .filter(([name]) => name !== 'label' || !isNavigation || !hasFixedName(item['address']))
              .map(([name, each]) => (
                <SimpleControl
                  key={name}
                  field={each}
                  value={item[name] ?? ''}
                  path={`${path}.${index}.${name}`}
                  isReadOnly={isReadOnly}
                  form={form}
                  onChange={(next) => onChange(items.with(index, withValue(item, name, next)))}
                />
              ))}
          </li>
        ))}
      </ol>
      {!isReadOnly && !isFixed && (
        <div className="flex flex-wrap items-center gap-3">
          <Button data-add disabled={items.length >= max} onClick={add}>
            <Plus />
            Add {noun}
          </Button>
          {items.length >= max && <p className="text-ink-soft">At most {max}.</p>}
        </div>
      )}
    </div>
  );
}

/** What an entry is called in the list: its first text, an entry of the navigation as visitors see it. */
function titleOf(item: Item): string {
  const { label, address, isVisible } = item;
  if (typeof label === 'string' && typeof address === 'string' && isVisible !== undefined) {
    return entryLabel({ label, address }) || 'New';
  }
  return (
    Object.values(item)
      .find((value) => typeof value === 'string' && value !== '')
      ?.toString() ?? 'New'
  );
}
