import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';

import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';

/** The form of a screen before the admin: the error of the last attempt, the fields, and one button. */
export function AuthForm({
  message,
  button,
  children,
}: {
  message: string | null | undefined;
  button: string;
  children: ReactNode;
}) {
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Form method="post" className="grid gap-4">
      {typeof message === 'string' && !isBusy && (
        <Notice>
          <p>{message}</p>
        </Notice>
      )}
      {children}
      <Button type="submit" variant="primary" pending={isBusy}>
        {button}
      </Button>
    </Form>
  );
}
