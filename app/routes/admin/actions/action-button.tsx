import type { ComponentProps } from 'react';

import { Button, IconButton } from '#app/ui/button.tsx';
import { useAction } from './use-action.ts';

type ButtonProps =
  | Pick<ComponentProps<typeof Button>, 'variant' | 'icon' | 'children' | 'aria-label' | 'className'>
  | Pick<ComponentProps<typeof IconButton>, 'label' | 'icon'>;

/** A form of the screen that is one button, with a label one that is an icon. @param fields of the form, `intent` included */
export function ActionButton({
  fields,
  ...button
}: ButtonProps & { fields: Readonly<Record<string, string>> }) {
  const { Form, isBusy } = useAction();
  return (
    <Form className="inline-flex">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {'label' in button ? (
        <IconButton
          {...button}
          type="submit"
          // With `disabled` it would lose the focus.
          aria-disabled={isBusy || undefined}
          onClick={(event) => isBusy && event.preventDefault()}
        />
      ) : (
        <Button {...button} type="submit" pending={isBusy} />
      )}
    </Form>
  );
}
