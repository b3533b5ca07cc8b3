import { href } from 'react-router';

import type { PostChoices } from '#domain/posts/get-post-form-choices.ts';
import { SelectField } from '#app/ui/field.tsx';
import { FilterChips, FilterMenu } from '#app/routes/admin/list/filter-menu.tsx';
import { useChangeList, useListParams } from '#app/routes/admin/list/use-list-params.ts';
import { useLookup } from '#app/routes/admin/hooks/use-lookup.ts';
import { readStatus, statuses, uncategorized } from './list-query.ts';
import { choicesFailure } from './list-messages.ts';

type Choices = Pick<PostChoices<{ slug: string; name: string }>, 'categories' | 'authors'>;

type FilterNames = { category: string | null; author: string | null };

/** The filter of the posts list, and what is filtered by now, each with a link that removes it. */
export function PostFilter({ names }: { names: FilterNames }) {
  const { find, found: choices, isBusy } = useLookup<Choices>(choicesFailure);
  const change = useChangeList();
  // A choice is shown at once, before its list is loaded.
  const params = useListParams();
  const { categories = [], authors = [] } = choices ?? {};
  const status = readStatus(params);
  const category = params.get('category') ?? '';
  const author = params.get('author') ?? '';
  // The current choice is an option even if it is not among the loaded ones.
  const isOther =
    category !== '' && category !== uncategorized && !categories.some(({ slug }) => slug === category);
  const isOtherAuthor = author !== '' && !authors.some(({ id }) => id === author);
  const field = (name: 'status' | 'category' | 'author') => ({
    value: params.get(name) ?? '',
    onChange: (event: { currentTarget: HTMLSelectElement }) => change({ [name]: event.currentTarget.value }),
  });

  return (
    <>
      <FilterMenu label="Filter posts" onOpen={() => isBusy || void find(href('/admin/posts/choices'))}>
        <SelectField
          label="Status"
          {...field('status')}
          options={[['', 'All statuses'], ...Object.entries(statuses)]}
        />
        <SelectField
          label="Category"
          {...field('category')}
          options={categories.map(({ slug, name }) => [slug, name])}
        >
          <option value="">All categories</option>
          <option value={uncategorized}>Uncategorized</option>
          {isOther && <option value={category}>{names.category ?? category}</option>}
        </SelectField>
        <SelectField
          label="Author"
          {...field('author')}
          options={authors.map(({ id, label }) => [id, label])}
        >
          <option value="">All authors</option>
          {isOtherAuthor && <option value={author}>{names.author ?? 'Unknown'}</option>}
        </SelectField>
      </FilterMenu>
      <FilterChips
        chips={[
          { names: ['status'], label: 'Status', value: status === null ? '' : statuses[status] },
          {
            names: ['category'],
            label: 'Category',
            value: category === uncategorized ? 'Uncategorized' : (names.category ?? category),
          },
          { names: ['author'], label: 'Author', value: names.author ?? (author && 'Unknown') },
        ]}
      />
    </>
  );
}
