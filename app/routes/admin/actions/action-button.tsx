import { useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react';

import { Button, IconButton } from '#app/ui/button.tsx';
import { elementAfter } from './confirm-action.tsx';
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
  const ref = useFocusAfter();
  return (
    <Form method="post" className="inline-flex">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button {...button} ref={ref} type="submit" pending={isBusy} />
    </Form>
  );
}

/** The same as an icon. */
export function ActionIconButton({
  fields,
  ...button
}: Pick<ComponentProps<typeof IconButton>, 'label' | 'children'> & { fields: Record<string, string> }) {
  const { submit, isBusy } = useAction();
  const ref = useFocusAfter();
  const run = () => {
    if (!isBusy) void submit(fields, { method: 'post' });
  };
  // With `disabled` it would lose the focus.
  return <IconButton {...button} ref={ref} aria-disabled={isBusy || undefined} onClick={run} />;
}

/** A button that what it does removes, as with its row, gives its focus on. */
function useFocusAfter(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  // Before it is removed, while the focus is still known.
  useLayoutEffect(() => {
    const { current } = button;
    return () => {
      if (current !== null && current === document.activeElement)
        elementAfter(current, true)?.focus({ preventScroll: true });
    };
  }, []);
  return button;
}
