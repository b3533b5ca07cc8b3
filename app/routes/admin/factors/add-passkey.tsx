import { useRef } from 'react';

import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { useAction } from '../actions/use-action.ts';
import { toFactors } from './factors-address.ts';
import { useNewPasskey } from './use-new-passkey.ts';

/** A form that makes a passkey on this device and adds it to one's account. */
export function AddPasskey({ device, onDone }: { device: string; onDone?: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const { submit, isBusy, fieldErrors } = useAction({
    onDone: () => {
      form.current?.reset();
      onDone?.();
    },
  });
  const { make, isMaking } = useNewPasskey();
  return (
    <form
      ref={form}
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const name = String(new FormData(event.currentTarget).get('name'));
        void make((credential) => void submit({ intent: 'add-passkey', name, credential }, toFactors));
      }}
    >
      <p className="text-ink-soft">
        Sign in with your fingerprint, your face or the PIN of your device instead of a password.
      </p>
      <TextField
        label="Name of the passkey"
        name="name"
        required
        maxLength={60}
        defaultValue={device}
        error={fieldErrors['name']}
      />
      <div>
        <Button type="submit" variant="primary" pending={isMaking || isBusy}>
          Add passkey
        </Button>
      </div>
    </form>
  );
}
