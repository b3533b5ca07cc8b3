import { href } from 'react-router';

import type { PostChoices } from '#domain/posts/get-post-form-choices.ts';
import { ListFilters } from '#app/routes/admin/list/list-filters.tsx';
import { useListParams } from '#app/routes/admin/list/use-list-params.ts';
import { useLookup } from '#app/routes/admin/hooks/use-lookup.ts';
import { statuses, uncategorized } from './list-query.ts';
import { choicesFailure } from './list-messages.ts';

type Choices = Pick<PostChoices<{ slug: string; name: string }>, 'categories' | 'authors'>;

/** The filters of the posts list, whose choices are loaded when they are shown. @param names of what is filtered by now */
export function PostFilters({ names }: { names: { category: string | null; author: string | null } }) {
  const { find, found, isBusy } = useLookup<Choices>(choicesFailure);
  const params = useListParams();
  const category = params.get('category') ?? '';
  const author = params.get('author') ?? '';
  const categories = new Map([
    ['', 'All categories'],
    [uncategorized, 'Uncategorized'],
    ...(found?.categories ?? []).map(({ slug, name }): [string, string] => [slug, name]),
  ]);
  const authors = new Map([
    ['', 'All authors'],
    ...(found?.authors ?? []).map(({ id, label }): [string, string] => [id, label]),
  ]);
  // The current choice is an option even if it is not among the loaded ones.
  if (!categories.has(category)) categories.set(category, names.category ?? category);
  if (!authors.has(author)) authors.set(author, names.author ?? 'Unknown');

  return (
    <ListFilters
      label="Filter posts"
      onOpen={() => isBusy || void find(href('/admin/posts/choices'))}
      filters={[
        { name: 'status', label: 'Status', choices: [['', 'All statuses'], ...Object.entries(statuses)] },
        { name: 'category', label: 'Category', choices: [...categories] },
        { name: 'author', label: 'Author', choices: [...authors] },
      ]}
    />
  );
}
