import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';

import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { ActionResult } from '../actions/action-result.ts';

/** The form of a screen before the admin: the error of the last attempt, the fields, and one button. */
export function AuthForm({
  result,
  button,
  children,
}: {
  result: ActionResult | undefined;
  button: string;
  children?: ReactNode;
}) {
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Form method="post" className="grid gap-4">
      {result?.ok === false && !isBusy && (
        <Notice>
          <p>{result.message}</p>
        </Notice>
      )}
      {children}
      <Button type="submit" variant="primary" pending={isBusy}>
        {button}
      </Button>
    </Form>
  );
}
