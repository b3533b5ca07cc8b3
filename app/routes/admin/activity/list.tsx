import { Form, Link, useSearchParams, href } from 'react-router';

import { activityActions } from '#domain/activity/actions.ts';
import { listActivity } from '#domain/activity/list-activity.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Details } from '#app/ui/details.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { screenLoader } from '../actions/screen-loader.ts';
import { Moment } from '../hooks/dates.tsx';
import { Screen } from '../frame/screen.tsx';
import { changed, isNarrowed } from '../list/list-address.ts';
import { ListScreen } from '../list/list-screen.tsx';
import type { Column } from '../list/list-table.tsx';
import { StepLink } from '../list/pager.tsx';

export const loader = screenLoader((domain, { url }) => {
  const word = (name: string) => url.searchParams.get(name) ?? '';
  return listActivity(domain, {
    action: word('action'),
    who: word('who'),
    from: word('from'),
    to: word('to'),
    before: word('before'),
    after: word('after'),
  });
});

export const handle = new Screen('Activity', 'Failed to load the activity log.');

type Loaded = Awaited<ReturnType<typeof loader>>;

export default function Activity({ loaderData }: { loaderData: Loaded }) {
  const { entries, older, newer, people } = loaderData;
  const [params] = useSearchParams();
  return (
    <ListScreen
      heading="Activity"
      intro={
        <>
          <p className="-mt-4 text-ink-soft">
            Who did what, when and from where. Nothing here can be changed or deleted.
          </p>
          <Filter key={String(params)} params={params} people={people} />
        </>
      }
      columns={columns}
      items={entries}
      isTall
      empty={{ title: 'No activity found.' }}
      pager={
        (older !== null || newer !== null) && (
          <nav aria-label="Pages" className="flex justify-between gap-3">
            <StepLink
              to={newer === null ? null : changed(params, { after: String(newer), before: null })}
              label="Newer"
              rel="prev"
            />
            <StepLink
              to={older === null ? null : changed(params, { before: String(older), after: null })}
              label="Older"
              rel="next"
            />
          </nav>
        )
      }
    />
  );
}

const columns: Column<Loaded['entries'][number]>[] = [
  { name: 'When', width: '@3xl:w-44', cell: ({ at }) => <Moment at={at} /> },
  {
    name: 'What happened',
    place: 'line',
    className: 'text-ink wrap-anywhere',
    cell: ({ who, words, what }) => (
      <>
        <span className="font-medium">{who ?? 'Unknown user'}</span> {words}{' '}
        {what !== null && <span className="font-medium">{what}</span>}
      </>
    ),
  },
  {
    name: 'Before and after',
    width: '@3xl:w-[32%]',
    place: 'line',
    className: 'text-ink',
    cell: ({ changes, details }) =>
      (changes.length > 0 || details !== null) && <Changes changes={changes} details={details} />,
  },
  {
    name: 'From',
    width: '@3xl:w-36',
    className: 'wrap-anywhere',
    cell: ({ from }) => from ?? 'the server',
  },
];

function Changes({ changes, details }: Pick<Loaded['entries'][number], 'changes' | 'details'>) {
  return (
    <>
      <dl className="grid gap-0.5">
        {changes.map(({ name, before, after }) => (
          <div key={name} className="wrap-anywhere">
            <dt className="inline text-ink-soft">{name}: </dt>
            <dd className="inline">
              {before !== null && <del className="text-ink-soft">{before}</del>}
              {before !== null && after !== null && ' → '}
              {after !== null && <ins className="no-underline">{after}</ins>}
            </dd>
          </div>
        ))}
      </dl>
      <Details text={details} />
    </>
  );
}

/** A new filter begins at the newest entry. Works as a plain form. */
function Filter({ params, people }: { params: URLSearchParams; people: string[] }) {
  return (
    <Form className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_1.4fr_auto_auto_auto]">
      <SelectField
        label="What"
        name="action"
        defaultValue={params.get('action') ?? ''}
        options={[['', 'Everything'], ...actionNames]}
      />
      <TextField
        label="Who"
        name="who"
        type="email"
        list="activity-people"
        autoComplete="off"
        placeholder="Email address"
        maxLength={254}
        defaultValue={params.get('who') ?? ''}
      />
      <datalist id="activity-people">
        {people.map((email) => (
          <option key={email}>{email}</option>
        ))}
      </datalist>
      <TextField label="From" name="from" type="date" defaultValue={params.get('from') ?? ''} />
      <TextField label="To" name="to" type="date" defaultValue={params.get('to') ?? ''} />
      <div className="flex gap-2">
        <Button type="submit">Filter</Button>
        {isNarrowed(params, ['action', 'who', 'from', 'to']) && (
          <Link to={href('/admin/activity')} className={buttonClass('quiet')}>
            Clear
          </Link>
        )}
      </div>
    </Form>
  );
}

const actionNames = Object.keys(activityActions).map((action): [string, string] => {
  const words = action.replaceAll('-', ' ');
  return [action, words.charAt(0).toUpperCase() + words.slice(1)];
});
