import { useState } from 'react';

import type { QrCode } from '#domain/accounts/factors/authenticator.ts';
import { Button } from '#app/ui/button.tsx';
import { useAction } from '../actions/use-action.ts';
import { CodeField } from './code-field.tsx';
import { toFactors } from './factors-address.ts';

type Started = { secret: string; qrCode: QrCode };

/** Sets up an authenticator app in two steps: its QR code, then a code of the app. `onDone` gets new recovery codes. */
export function AuthenticatorSetUp({ onDone }: { onDone: (codes: string[]) => void }) {
  const [started, setStarted] = useState<Started | null>(null);
  const { submit, isBusy } = useAction<Started>({ onDone: setStarted });
  if (started) return <ConfirmApp started={started} onDone={onDone} />;
  return (
    <div>
      <Button pending={isBusy} onClick={() => void submit({ intent: 'start-authenticator' }, toFactors)}>
        Set up authenticator app
      </Button>
    </div>
  );
}

function ConfirmApp({ started, onDone }: { started: Started; onDone: (codes: string[]) => void }) {
  const { Form, isBusy, fieldErrors } = useAction<string[]>({ onDone: (codes) => onDone(codes ?? []) });
  const { size, path } = started.qrCode;
  return (
    <Form {...toFactors} className="grid gap-3">
      <p className="text-ink-soft">Scan this code with your authenticator app, or type the secret into it.</p>
      <svg
        role="img"
        aria-label="QR code for your authenticator app"
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="size-48 rounded-md bg-surface scheme-light"
      >
        <path d={path} fill="black" />
      </svg>
      <p>
        Secret: <code className="wrap-anywhere">{started.secret}</code>
      </p>
      <input type="hidden" name="intent" value="finish-authenticator" />
      <CodeField isFocused hint="The six digits that it shows now." error={fieldErrors['code']} />
      <div>
        <Button type="submit" variant="primary" pending={isBusy}>
          Confirm
        </Button>
      </div>
    </Form>
  );
}
