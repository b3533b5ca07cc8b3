import type { ComponentProps } from 'react';

import { Button, IconButton } from '#app/ui/button.tsx';
import { useAction } from './use-action.ts';

type Fields = {
  /** The form, `intent` included. */
  fields: Readonly<Record<string, string>>;
};

/** A form of the screen that is one button. */
export function ActionButton({
  fields,
  ...button
}: Pick<ComponentProps<typeof Button>, 'variant' | 'icon' | 'children' | 'aria-label' | 'className'> &
  Fields) {
  const { Form, isBusy } = useAction();
  return (
    <Form className="inline-flex">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button {...button} type="submit" pending={isBusy} />
    </Form>
  );
}

/** The same as an icon. */
export function ActionIconButton({
  fields,
  ...button
}: Pick<ComponentProps<typeof IconButton>, 'label' | 'icon'> & Fields) {
  const { submit, isBusy } = useAction();
  const run = () => {
    if (!isBusy) void submit(fields);
  };
  // With `disabled` it would lose the focus.
  return <IconButton {...button} aria-disabled={isBusy || undefined} onClick={run} />;
}
