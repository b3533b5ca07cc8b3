import { TextField } from '#app/ui/field.tsx';
import { CardForm } from '../actions/card-form.tsx';

type Names = Record<'displayName' | 'username' | 'firstName' | 'lastName', string | null>;

const fields = [
  { name: 'firstName', label: 'First name', autoComplete: 'given-name', maxLength: 120 },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name', maxLength: 120 },
  {
    name: 'displayName',
    label: 'Display name',
    autoComplete: 'nickname',
    maxLength: 120,
    hint: 'Shown under your posts.',
  },
  {
    name: 'username',
    label: 'Username',
    autoComplete: 'off',
    maxLength: 60,
    hint: 'Shown where there is no display name.',
  },
] as const;

/** The names that visitors read under posts. */
export function NamesCard({ names }: { names: Names }) {
  return (
    <CardForm title="Names" intent="update" submit="Save names">
      <div className="grid items-start gap-3 sm:grid-cols-2">
        {fields.map((field) => (
          <TextField key={field.name} {...field} defaultValue={names[field.name] ?? ''} />
        ))}
      </div>
    </CardForm>
  );
}
