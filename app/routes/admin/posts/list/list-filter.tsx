import { ListFilter, X } from 'lucide-react';
import { Link } from 'react-router';

import type { ListChoices } from '#domain/posts/get-list-choices.ts';
import { useAnchoredPopover } from '#app/ui/anchored-popover.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { changed } from '#app/routes/admin/list/list-address.ts';
import { useChangeList, useListParams } from '#app/routes/admin/list/use-list-params.ts';
import { useLookup } from '#app/routes/admin/hooks/use-lookup.ts';
import { FoundSelect, choicesAddress } from './found-select.tsx';
import { readStatus, statuses, uncategorized } from './list-query.ts';
import { choicesFailure } from './list-messages.ts';

/** The names of the category and the author that the list is filtered by. */
type FilterNames = { category: string | null; author: string | null };

/** A button that opens the filter. Each choice takes effect at once. */
export function FilterMenu({ names }: { names: FilterNames }) {
  const { find, found: choices, isBusy } = useLookup<ListChoices>();
  const change = useChangeList();
  // A choice is shown at once, before its list is loaded.
  const params = useListParams();
  const { isOpen, anchorProps, panelProps } = useAnchoredPopover<HTMLDivElement>('start', (shown) => {
    shown.querySelector('select')?.focus();
    if (!isBusy) void find(choicesAddress());
  });

  const categories = choices?.categories ?? [];
  const authors = choices?.authors ?? [];
  // The current choice is an option even if it is not among the loaded ones.
  const category = params.get('category') ?? '';
  const author = params.get('author') ?? '';
  const isOther =
    category !== '' && category !== uncategorized && !categories.some(({ slug }) => slug === category);
  const isOtherAuthor = author !== '' && !authors.some(({ id: known }) => known === author);
  const field = (name: 'status' | 'category' | 'author') => ({
    value: params.get(name) ?? '',
    onChange: (event: { currentTarget: HTMLSelectElement }) => change({ [name]: event.currentTarget.value }),
  });

  return (
    <>
      <button {...anchorProps} type="button" aria-haspopup="dialog" className={buttonClass('secondary')}>
        <ListFilter />
        Filter
      </button>
      <div
        {...panelProps}
        role="dialog"
        aria-label="Filter posts"
        className="fixed inset-auto m-0 w-64 rounded-lg border border-line-strong bg-surface p-3 text-ink shadow-lg empty:hidden"
      >
        {isOpen && (
          <div className="grid gap-3">
            {choices === null && <Notice>{choicesFailure}</Notice>}
            <SelectField label="Status" {...field('status')}>
              <option value="">All statuses</option>
              {Object.entries(statuses).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </SelectField>
            <FoundSelect
              label="Category"
              isLong={choices?.areMany.categories ?? false}
              onFind={(words) => void find(choicesAddress({ category: words }))}
              {...field('category')}
            >
              <option value="">All categories</option>
              <option value={uncategorized}>Uncategorized</option>
              {isOther && <option value={category}>{names.category ?? category}</option>}
              {categories.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </FoundSelect>
            <FoundSelect
              label="Author"
              isLong={choices?.areMany.authors ?? false}
              onFind={(words) => void find(choicesAddress({ author: words }))}
              {...field('author')}
            >
              <option value="">All authors</option>
              {isOtherAuthor && <option value={author}>{names.author ?? 'Unknown'}</option>}
              {authors.map(({ id: known, label }) => (
                <option key={known} value={known}>
                  {label}
                </option>
              ))}
            </FoundSelect>
          </div>
        )}
      </div>
    </>
  );
}

/** The current filters, each with a link that removes it. */
export function FilterChips({ names }: { names: FilterNames }) {
  const params = useListParams();
  const status = readStatus(params);
  const category = params.get('category') ?? '';
  const author = params.get('author') ?? '';
  const chips = [
    { name: 'status', label: 'Status', value: status === null ? '' : statuses[status] },
    {
      name: 'category',
      label: 'Category',
      value: category === uncategorized ? 'Uncategorized' : (names.category ?? category),
    },
    { name: 'author', label: 'Author', value: names.author ?? (author && 'Unknown') },
  ].filter(({ value }) => value !== '');

  return chips.map(({ name, label, value }) => (
    <Link
      key={name}
      to={changed(params, { [name]: null, page: null })}
      replace
      preventScrollReset
      className="inline-flex h-8 max-w-full items-center gap-1.5 rounded-md border border-line bg-sunken px-2.5 hover:border-line-strong"
    >
      <span className="text-ink-soft">
        <span className="sr-only">Remove filter </span>
        {label}:
      </span>
      <span className="truncate font-medium">{value}</span>
      <X className="size-3.5 shrink-0 text-ink-soft" />
    </Link>
  ));
}
