import { useRef, type ReactNode } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { FieldErrorsContext } from '#app/ui/field.tsx';
import { useAction } from './use-action.ts';

/** A form of the screen on a card of its own. @param isCleared whether its fields are empty again after it is done */
export function CardForm({
  title,
  intent,
  submit,
  variant = 'primary',
  isCleared = false,
  children,
}: {
  title: string;
  intent: string;
  submit: string;
  variant?: 'primary' | 'secondary';
  isCleared?: boolean;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const { Form, isBusy, fieldErrors } = useAction({ onDone: () => isCleared && form.current?.reset() });
  return (
    <Card title={title}>
      <Form ref={form} className="grid gap-3">
        <input type="hidden" name="intent" value={intent} />
        <FieldErrorsContext value={fieldErrors}>{children}</FieldErrorsContext>
        <div>
          <Button type="submit" variant={variant} pending={isBusy}>
            {submit}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
