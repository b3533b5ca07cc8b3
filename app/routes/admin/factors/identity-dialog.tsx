import { KeyRound } from 'lucide-react';
import { useId, type FormEvent, type ReactNode } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { SingleSignOnLink } from './single-sign-on-link.tsx';

/** Asks who the user is: with a form for the password, a passkey, or single sign-on in another tab. */
export function IdentityDialog({
  title,
  text,
  notice,
  later,
  submit,
  isBusy,
  passkey,
  singleSignOn,
  onSubmit,
  onDismiss,
  children,
}: {
  title: string;
  text: string;
  /** Below the text, such as why the last try failed. */
  notice: ReactNode;
  /** The button that closes the dialog. */
  later: string;
  submit: string;
  isBusy: boolean;
  passkey: { label: string; use: () => void } | null;
  singleSignOn: { to: string; label?: string } | null;
  onSubmit: (typed: FormData) => void;
  onDismiss: () => void;
  /** The fields of the form; null where the site or the account has no password. */
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Dialog
      title={title}
      onDismiss={onDismiss}
      actions={
        <>
          <Button onClick={onDismiss}>{later}</Button>
          {children !== null && (
            <Button type="submit" form={id} variant="primary" pending={isBusy}>
              {submit}
            </Button>
          )}
        </>
      }
    >
      <p>{text}</p>
      {notice}
      {children !== null && (
        <form
          id={id}
          className="mt-1 grid gap-3 text-ink"
          onSubmit={(event: FormEvent<HTMLFormElement>) => {
            event.preventDefault();
            onSubmit(new FormData(event.currentTarget));
          }}
        >
          {children}
        </form>
      )}
      <div className="grid gap-2 empty:hidden">
        {passkey && (
          <Button icon={KeyRound} disabled={isBusy} onClick={passkey.use}>
            {passkey.label}
          </Button>
        )}
        {singleSignOn && (
          <SingleSignOnLink to={singleSignOn.to} isPrimary={children === null} isNewTab>
            {singleSignOn.label}
          </SingleSignOnLink>
        )}
      </div>
    </Dialog>
  );
}
