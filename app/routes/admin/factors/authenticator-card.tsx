import { useState } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Question } from '#app/ui/confirm-dialog.tsx';
import { ConfirmButton } from '../actions/confirm-action.tsx';
import { useAction } from '../actions/use-action.ts';
import { AuthenticatorSetUp } from './authenticator-set-up.tsx';
import { factorsAddress, toFactors } from './factors-address.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

/** The authenticator app of one's account, and the recovery codes for when it is not at hand. */
export function AuthenticatorCard({
  hasAuthenticator,
  recoveryCodesLeft,
}: {
  hasAuthenticator: boolean;
  recoveryCodesLeft: number;
}) {
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <>
      <Card title="Authenticator app">
        {hasAuthenticator ? (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-ink-soft">Signing in needs a code from this app as well as your password.</p>
            <ConfirmButton
              aria-label="Remove the authenticator app"
              title="Remove authenticator app"
              confirm="Remove"
              action={factorsAddress}
              fields={{ intent: 'remove-authenticator' }}
            >
              <p>Your sign-in will not ask for its codes any more. Your other sessions end.</p>
            </ConfirmButton>
          </div>
        ) : (
          <AuthenticatorSetUp onDone={setCodes} />
        )}
      </Card>
      <Card title="If you lose your phone">
        {codes ? <RecoveryCodes codes={codes} /> : <RenewCodes left={recoveryCodesLeft} onDone={setCodes} />}
      </Card>
    </>
  );
}

function RenewCodes({ left, onDone }: { left: number; onDone: (codes: string[] | null) => void }) {
  const [isAsking, setAsking] = useState(false);
  const { submit, isBusy } = useAction<string[]>({ onDone, onSettled: () => setAsking(false) });
  const renew = () => void submit({ intent: 'renew-recovery-codes' }, toFactors);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-ink-soft">
        {left === 0 ? 'You have no recovery codes.' : `${left} of your recovery codes are not used yet.`} Each
        takes the place of a code of your app once.
      </p>
      <Button pending={isBusy} onClick={left === 0 ? renew : () => setAsking(true)}>
        Recovery codes
      </Button>
      {isAsking && (
        <Question
          title="Create new recovery codes"
          yes="Create"
          isPending={isBusy}
          onNo={() => setAsking(false)}
          onYes={renew}
        >
          <p>The codes that you have do not work any more.</p>
        </Question>
      )}
    </div>
  );
}
