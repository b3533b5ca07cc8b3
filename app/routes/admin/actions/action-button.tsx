import type { ComponentProps } from 'react';

import { Button, IconButton } from '#app/ui/button.tsx';
import { useAction } from './use-action.ts';

/** A form of the screen that is one button. */
export function ActionButton({
  fields,
  ...button
}: Pick<ComponentProps<typeof Button>, 'variant' | 'children' | 'aria-label' | 'className'> & {
  /** The form, `intent` included. */
  fields: Readonly<Record<string, string>>;
}) {
  const { Form, isBusy } = useAction();
  return (
    <Form method="post" className="inline-flex">
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
}: Pick<ComponentProps<typeof IconButton>, 'label' | 'children'> & { fields: Record<string, string> }) {
  const { submit, isBusy } = useAction();
  return <IconButton {...button} disabled={isBusy} onClick={() => void submit(fields, { method: 'post' })} />;
}
