import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';

import { entryLabel, hasFixedName } from '#domain/site/navigation.ts';
import type { ListField } from '#domain/site/fields.ts';
import { Button, IconButton } from '#app/ui/button.tsx';
import { useToast } from '#app/ui/toaster.tsx';
import { useLatest } from '#app/ui/use-latest.ts';
import { focusMoveButton, MoveButtons } from '../list/move-buttons.tsx';
import type { Common, FieldForm, Simple } from './control.ts';
import { SimpleControl } from './simple-control.tsx';

type Item = Readonly<Record<string, Simple>>;

type ListProps = Common & {
  field: ListField;
  items: readonly Item[];
  onChange: (items: readonly Item[]) => void;
};

/** Entries that are added, removed and put in order. */
export function ListControl(props: ListProps) {
  const { field, items, path, isReadOnly = false, form } = props;
  const { label, hint, noun, min, max } = field;
  const { list, ...entries } = useEntries(props);
  const error = form.errorAt(path);
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
          <Entry key={index} {...props} item={item} index={index} entries={entries} />
        ))}
      </ol>
      {!isReadOnly && min !== max && (
        <div className="flex flex-wrap items-center gap-3">
          <Button icon={Plus} data-add disabled={items.length >= max} onClick={entries.add}>
            Add {noun}
          </Button>
          {items.length >= max && <p className="text-ink-soft">At most {max}.</p>}
        </div>
      )}
    </div>
  );
}

/** Changes the entries, with the focus where the next key goes. */
function useEntries({ field: { noun, fields }, items, path, onChange }: ListProps) {
  const showToast = useToast();
  const list = useRef<HTMLDivElement>(null);
  const latest = useLatest({ items, onChange });

  /** At once, so that what is typed next goes there. */
  function changeAndFocus(next: readonly Item[], selector: string) {
    flushSync(() => onChange(next));
    list.current?.querySelector<HTMLElement>(selector)?.focus();
  }

  return {
    list,
    add: () => {
      const blank = Object.fromEntries(
        Object.entries(fields).map(([name, { kind }]) => [name, kind === 'flag' ? true : '']),
      );
      const [first = ''] = Object.keys(fields);
      changeAndFocus([...items, blank], `[name="${path}.${items.length}.${first}"]`);
    },
    move: (index: number, by: -1 | 1) => {
      const moved = items[index];
      if (moved === undefined) return;
      flushSync(() => onChange(items.toSpliced(index, 1).toSpliced(index + by, 0, moved)));
      focusMoveButton(`${path}.${index + by}`, by);
    },
    remove: (index: number) => {
      changeAndFocus(items.toSpliced(index, 1), '[data-add]');
      // Text that was typed meanwhile stays.
      const putBack = () =>
        latest.current.onChange(latest.current.items.toSpliced(index, 0, ...items.slice(index, index + 1)));
      showToast({ text: `The ${noun} was removed from the draft.` }, { label: 'Undo', run: putBack });
    },
  };
}

function Entry({
  field: { noun, fields, min, max },
  items,
  item,
  index,
  path,
  isReadOnly = false,
  form,
  onChange,
  entries: { move, remove },
}: ListProps & { item: Item; index: number; entries: Omit<ReturnType<typeof useEntries>, 'list'> }) {
  const name = `${noun} ${index + 1}`;
  const isNavigation = fields['address']?.kind === 'page';

  return (
    <li
      aria-label={name}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md border border-line bg-paper p-3"
    >
      <div className="flex items-center gap-1">
        <p className="mr-auto min-w-0 truncate text-ink-soft" dir="auto">
          <span className="tabular-nums">{index + 1}.</span> {titleOf(item)}
        </p>
        {!isReadOnly && (
          <MoveButtons
            id={`${path}.${index}`}
            name={name}
            index={index}
            count={items.length}
            onMove={(by) => move(index, by)}
          />
        )}
        {!isReadOnly && min !== max && (
          <IconButton
            icon={Trash2}
            label={`Remove ${name}`}
            disabled={items.length <= min}
            onClick={() => remove(index)}
          />
        )}
      </div>
      {Object.entries(fields)
        .filter(([key]) => key !== 'label' || !isNavigation || !hasFixedName(item['address']))
        .map(([key, field]) => (
          <SimpleControl
            key={key}
            field={field}
            value={item[key] ?? ''}
            path={`${path}.${index}.${key}`}
            isReadOnly={isReadOnly}
            form={form}
            onChange={(value) => {
              const changed = { ...item, [key]: value };
              onChange(items.with(index, field.kind === 'page' ? withLabel(changed, value, form) : changed));
            }}
          />
        ))}
    </li>
  );
}

/** A page that is chosen brings its label, unless its name is fixed. */
function withLabel(item: Item, page: Simple, { ownPages }: FieldForm): Item {
  const title = ownPages.find(({ path }) => path === page)?.title;
  return { ...item, label: hasFixedName(page) ? '' : (title ?? item['label'] ?? '') };
}

/** The name of an entry in the list: its first text, an entry of the navigation as visitors see it. */
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
