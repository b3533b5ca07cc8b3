import { Form, Link } from 'react-router';

import { kindNames, statusNames } from '#domain/messages/message-status.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { changed } from '../list/list-address.ts';

const words = ['kind', 'status', 'owner', 'unread'] as const;

/** Works as a plain form. The search and the folder stay. */
export function InboxFilter({
  params,
  owners,
}: {
  params: URLSearchParams;
  owners: { id: string; email: string }[];
}) {
  const value = (name: string) => params.get(name) ?? '';
  const isFiltered = words.some((name) => value(name) !== '');
  return (
    <Form className="grid grid-cols-2 items-end gap-x-3 gap-y-2 lg:grid-cols-[repeat(4,minmax(0,1fr))_auto]">
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
        <option value="nobody">Nobody yet</option>
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
      <div className="flex gap-2 max-lg:col-span-2">
        <Button type="submit">Filter</Button>
        {isFiltered && (
          <Link
            to={changed(params, { kind: null, status: null, owner: null, unread: null, page: null })}
            className={buttonClass('quiet')}
          >
            Clear
          </Link>
        )}
      </div>
    </Form>
  );
}

function Options({ names }: { names: Record<string, string> }) {
  return Object.entries(names).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
}
