import { Form, Link } from 'react-router';

import { kindNames, statusNames } from '#domain/messages/message-status.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { changed } from '../list/list-address.ts';

/** What the filter adds to the address. */
export const filterNames = ['kind', 'status', 'owner', 'unread', 'source', 'campaign', 'post'] as const;

type Choice = { value: string; name: string };

/** Works as a plain form. The search and the folder stay. */
export function InboxFilter({
  params,
  owners,
  origins,
}: {
  params: URLSearchParams;
  owners: { id: string; email: string }[];
  origins: { sources: string[]; campaigns: string[]; posts: { id: string; title: string }[] };
}) {
  const value = (name: string) => params.get(name) ?? '';
  const isFiltered = filterNames.some((name) => value(name) !== '');
  const byOrigin = [
    { name: 'source', label: 'Came from', all: 'Any site', choices: origins.sources.map(toChoice) },
    { name: 'campaign', label: 'Campaign', all: 'Any campaign', choices: origins.campaigns.map(toChoice) },
    {
      name: 'post',
      label: 'Last post read',
      all: 'Any post',
      choices: origins.posts.map(({ id, title }) => ({ value: id, name: title })),
    },
  ].map((filter) => ({ ...filter, choices: withChosen(filter.choices, value(filter.name)) }));
  return (
    <Form className="grid grid-cols-2 items-end gap-x-3 gap-y-2 lg:grid-cols-4">
      {['q', 'folder'].map(
        (name) => value(name) !== '' && <input key={name} type="hidden" name={name} value={value(name)} />,
      )}
      <SelectField label="Kind" name="kind" defaultValue={value('kind')}>
        <option value="">All kinds</option>
        <Options names={kindNames} />
      </SelectField>
      <SelectField label="Status" name="status" defaultValue={value('status')}>
        <option value="">Any status</option>
        <Options names={statusNames} />
      </SelectField>
      <SelectField label="Owner" name="owner" defaultValue={value('owner')}>
        <option value="">Anybody</option>
        <option value="none">Not assigned</option>
        {owners.map(({ id, email }) => (
          <option key={id} value={id}>
            {email}
          </option>
        ))}
      </SelectField>
      <SelectField label="Read" name="unread" defaultValue={value('unread')}>
        <option value="">All</option>
        <option value="yes">Unread only</option>
      </SelectField>
      {byOrigin.map(
        ({ name, label, all, choices }) =>
          choices.length > 0 && (
            <SelectField key={name} label={label} name={name} defaultValue={value(name)}>
              <option value="">{all}</option>
              {choices.map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.name}
                </option>
              ))}
            </SelectField>
          ),
      )}
      <div className="flex gap-2 max-lg:col-span-full">
        <Button type="submit">Filter</Button>
        {isFiltered && (
          <Link
            to={changed(params, {
              ...Object.fromEntries(filterNames.map((name) => [name, null])),
              page: null,
            })}
            className={buttonClass('quiet')}
          >
            Clear
          </Link>
        )}
      </div>
    </Form>
  );
}

function toChoice(name: string): Choice {
  return { value: name, name };
}

/** What the address asks for stays a choice, also where it is none any more. */
function withChosen(choices: Choice[], chosen: string): Choice[] {
  const isKnown = chosen === '' || choices.some(({ value }) => value === chosen);
  return isKnown ? choices : [...choices, { value: chosen, name: chosen }];
}

function Options({ names }: { names: Record<string, string> }) {
  return Object.entries(names).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
}
