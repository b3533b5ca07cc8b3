import { useState } from 'react';
import { useSearchParams } from 'react-router';

import { kinds } from '#domain/core/kinds.ts';
import { maxCaseStudies } from '#domain/posts/case-studies.ts';
import { orderCaseStudies } from '#domain/posts/order-case-studies.ts';
import { Button } from '#app/ui/button.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { Screen } from '../frame/screen.tsx';
import { useCan } from '../hooks/use-frame.ts';
import { isNarrowed } from '../posts/list/list-query.ts';
import { failuresOf } from '../posts/list/list-messages.ts';
import { listVerbs } from '../posts/list/list-verbs.ts';
import { loadList, type PostTableRow } from '../posts/list/load-list.ts';
import { PostList } from '../posts/list/post-list.tsx';
import { OrderControls, useOrder } from './order-controls.tsx';

const kind = 'case_study';
const { folder } = kinds[kind];

const failures = { ...failuresOf(kind), order: 'Failed to save the order.' };

export const loader = screenLoader((domain, { url }) => loadList(domain, kind, url.searchParams));

export const action = formAction(
  failures,
  {
    ...listVerbs(kind),
    order: {
      run: (ctx, _fields, { form }) => orderCaseStudies(ctx, { ids: form.getAll('id') }),
      done: 'Order saved.',
    },
  },
  { listItems: maxCaseStudies },
);

export const clientAction = formClientAction(failures);

export const handle = new Screen('Work', 'Failed to load case studies.');

export default function Work({ loaderData: list }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const { rows, move, orderByDate, isBusy } = useOrder(list.items);
  const mayEdit = useCan('edit-content');
  const isWhole = !isNarrowed(useSearchParams()[0]) && list.pages === 1;
  const [target, setTarget] = useState<string | null>(null);
  const rowActions = (row: PostTableRow) => (
    <OrderControls row={row} rows={rows} onMove={move} onTarget={setTarget} />
  );

  return (
    <PostList
      kind={kind}
      heading="Work"
      list={{ ...list, items: rows }}
      emptyText={`What you did for a client, and what came of it. Once one is published, visitors find them at ${folder}.`}
      actions={
        mayEdit &&
        list.items.some(({ position }) => position !== null) && (
          <Button pending={isBusy} onClick={orderByDate}>
            Order by date
          </Button>
        )
      }
      isMarked={({ id }) => id === target}
      {...(isWhole && mayEdit && { rowActions })}
    />
  );
}
