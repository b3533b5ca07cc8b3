import { ChevronDown, Eye, EyeOff } from 'lucide-react';
import { createContext, use, useId, useState, type ComponentProps, type ReactNode } from 'react';

const label = 'font-medium text-ink';

/** 16 px on phones: some zoom in on fields with smaller text. */
const box =
  'w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 py-1 text-base text-ink sm:text-sm ' +
  'placeholder:text-ink-soft disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-soft ' +
  'aria-invalid:border-danger';

type Described = {
  label: string;
  /** Only screen readers say the label: what stands around the field shows it. */
  hiddenLabel?: boolean | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  isQuiet?: boolean;
};

/** Without a box, for what is written where it is read. */
const quietBox =
  'w-full min-w-0 border-b border-transparent bg-transparent text-base text-ink outline-none sm:text-sm ' +
  'placeholder:text-ink-soft hover:border-line focus:border-line-strong aria-invalid:border-danger';

/** The errors of the fields of the form around them, by their names; each shows its own. */
export const FieldErrorsContext = createContext<Readonly<Record<string, string>>>({});

/** A label, its control, hint and error, connected by ids. @param children what the control is to be given */
function Field({
  id: ownId,
  name = '',
  label: words,
  hiddenLabel = false,
  hint,
  error = use(FieldErrorsContext)[name],
  children,
}: Described & {
  id: string | undefined;
  name: string | undefined;
  children: (control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode;
}) {
  const made = useId();
  const id = ownId ?? made;
  const ids = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean);
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className={hiddenLabel ? 'sr-only' : label}>
        {words}
      </label>
      {children({
        id,
        ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }),
        ...(error !== undefined && { 'aria-invalid': true }),
      })}
      {error !== undefined && (
        <p id={`${id}-error`} className="text-danger">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-ink-soft">
          {hint}
        </p>
      )}
    </div>
  );
}

/** The words around the control, and the props of the control itself. */
function divided<Props extends Described & { id?: string | undefined; name?: string | undefined }>(
  props: Props,
) {
  const { label: words, hiddenLabel, hint, error, ...rest } = props;
  return [{ label: words, hiddenLabel, hint, error, id: rest.id, name: rest.name }, rest] as const;
}

export function TextField({ isQuiet = false, ...props }: ComponentProps<'input'> & Described) {
  const [field, { className = '', ...rest }] = divided(props);
  const look = isQuiet ? quietBox : `${box} h-8`;
  return (
    <Field {...field}>
      {(control) => <input type="text" {...rest} {...control} className={`${look} ${className}`} />}
    </Field>
  );
}

/** The field of an email address, named `email`. */
export function EmailField(props: Partial<ComponentProps<typeof TextField>>) {
  return <TextField label="Email" name="email" type="email" required maxLength={254} {...props} />;
}

export function TextArea({ isQuiet = false, ...props }: ComponentProps<'textarea'> & Described) {
  const [field, { className = '', ...rest }] = divided(props);
  return (
    <Field {...field}>
      {(control) => (
        <textarea {...rest} {...control} className={`${isQuiet ? quietBox : box} ${className}`} />
      )}
    </Field>
  );
}

/** A password field with a show/hide toggle. The value is never trimmed. */
export function PasswordField(props: Omit<ComponentProps<'input'>, 'type'> & Described) {
  const [field, rest] = divided(props);
  const [shown, setShown] = useState(false);
  return (
    <Field {...field}>
      {(control) => (
        <div className="relative">
          <input
            {...rest}
            {...control}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={`${box} h-8 pr-9`}
          />
          <button
            type="button"
            title={shown ? 'Hide password' : 'Show password'}
            data-shows-password
            data-shown={shown ? '' : undefined}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 inline-flex w-8 cursor-pointer items-center justify-center rounded-md text-ink-soft hover:text-ink"
          >
            <EyeOff className="hidden size-4 in-data-shown:block" />
            <Eye className="size-4 in-data-shown:hidden" />
          </button>
        </div>
      )}
    </Field>
  );
}

/** A native select. @param options its values, each with what is shown for it; after those that are given as children */
export function SelectField({
  options = [],
  children,
  ...props
}: ComponentProps<'select'> & Described & { options?: readonly (readonly [string, string])[] }) {
  const [field, rest] = divided(props);
  return (
    <Field {...field}>
      {(control) => (
        <div className="relative">
          <select
            {...rest}
            {...control}
            className={`${box} h-8 cursor-pointer appearance-none truncate pr-8`}
          >
            {children}
            {options.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <ChevronDown className="pointer-events-none absolute top-2 right-2.5 size-4 text-ink-soft" />
        </div>
      )}
    </Field>
  );
}

/** A checkbox before its label, with a line that says what it does. */
export function CheckboxField({
  label: words,
  hint,
  ...input
}: { label: string; hint?: string } & Omit<ComponentProps<'input'>, 'type' | 'id' | 'className'>) {
  const id = useId();
  return (
    <div className="flex gap-2.5">
      <input
        {...input}
        id={id}
        type="checkbox"
        aria-describedby={hint && `${id}-hint`}
        className="mt-0.5 size-4 shrink-0 accent-signal"
      />
      <div>
        <label htmlFor={id} className="cursor-pointer">
          {words}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-ink-soft">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
