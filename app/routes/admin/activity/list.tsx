import { Form, Link, data, useSearchParams, href } from 'react-router';

import type { Route } from './+types/list';
import { activityActions } from '#domain/activity/actions.ts';
import { listActivity } from '#domain/activity/list-activity.ts';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { shortMoment } from '../dates.ts';
import { FailingScreen, ScreenFailure } from '../frame/screen-failure.tsx';
import { changed } from '../list/list-address.ts';
import { StepLink } from '../list/step-link.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import { useIsLoading } from '../hooks/use-is-loading.ts';
import { ActivityTable } from './activity-table.tsx';

const loadFailure = 'Failed to load the activity log.';

export async function loader({ url, context }: Route.LoaderArgs) {
  const domain = context.get(domainContext);
  const word = (name: string) => url.searchParams.get(name) ?? '';
  try {
    const { entries, ...page } = await listActivity(domain, {
      action: word('action'),
      who: word('who'),
      from: word('from'),
      to: word('to'),
      before: word('before'),
      after: word('after'),
    });
    return data({
      ...page,
      entries: entries.map(({ at, ...entry }) => ({ ...entry, at: shortMoment(at, domain.timeZone) })),
    });
  } catch (error) {
    throw refusal(error, loadFailure, context);
  }
}

export const handle = new FailingScreen('Activity', loadFailure);

export function meta() {
  return screenMeta('Activity');
}

export default function Activity({ loaderData }: Route.ComponentProps) {
  const { entries, older, newer, people } = loaderData;
  const [params] = useSearchParams();
  const isLoading = useIsLoading(href('/admin/activity'));

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header>
        <h1 className="text-xl font-semibold tracking-tight">Activity</h1>
        <p className="text-ink-soft">
          Who did what, when and from where. Nothing here can be changed or deleted.
        </p>
      </header>
      <Filter key={filterKey(params)} params={params} people={people} />
      {entries.length > 0 ? (
        <ActivityTable entries={entries} isLoading={isLoading} />
      ) : (
        <p className="rounded-lg border border-dashed border-line-strong px-4 py-16 text-center text-base font-semibold">
          Nothing found.
        </p>
      )}
      {(older !== null || newer !== null) && (
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
      )}
    </div>
  );
}

/** A new filter begins at the newest entry. Works as a plain form. */
function Filter({ params, people }: { params: URLSearchParams; people: string[] }) {
  return (
    <Form className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[1fr_1.4fr_auto_auto_auto]">
      <SelectField label="What" name="action" defaultValue={params.get('action') ?? ''}>
        <option value="">Everything</option>
        {Object.keys(activityActions).map((action) => (
          <option key={action} value={action}>
            {nameOf(action)}
          </option>
        ))}
      </SelectField>
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
        {filterKey(params) !== '' && (
          <Link to={href('/admin/activity')} className={buttonClass('quiet')}>
            Clear
          </Link>
        )}
      </div>
    </Form>
  );
}

function nameOf(action: string): string {
  const words = action.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function filterKey(params: URLSearchParams): string {
  return ['action', 'who', 'from', 'to']
    .map((name) => params.get(name) ?? '')
    .join('\n')
    .trim();
}

export const ErrorBoundary = ScreenFailure;
