import { KeyRound } from 'lucide-react';
import { useState } from 'react';

import type { OwnAccount } from '#domain/accounts/profile/own-account.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { LastUsed, Moment } from '../hooks/dates.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { factorsAddress } from './factors-address.ts';

type ShownPasskey = Pick<OwnAccount['passkeys'][number], 'id' | 'name' | 'created_at' | 'used_at'>;

/** The passkeys of one's account, and a form that adds one. */
export function PasskeysCard({ passkeys, device }: { passkeys: ShownPasskey[]; device: string }) {
  const [toRemove, setToRemove] = useState<ShownPasskey | null>(null);
  return (
    <Card title="Passkeys" flush>
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line border-b border-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setToRemove(passkey)} />
          ))}
        </ul>
      )}
      <div className="p-4">
        <AddPasskey device={device} />
      </div>
      {toRemove && (
        <ConfirmAction
          title="Remove passkey"
          confirm="Remove"
          action={factorsAddress}
          fields={{ intent: 'remove-passkey', id: toRemove.id }}
          onClose={() => setToRemove(null)}
        >
          <p>You cannot sign in with “{toRemove.name}” any more. Your other sessions end.</p>
        </ConfirmAction>
      )}
    </Card>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: ShownPasskey; onRemove: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <KeyRound aria-hidden className="size-4 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium wrap-anywhere">{passkey.name}</p>
        <p className="text-ink-soft tabular-nums">
          added <Moment at={passkey.created_at} /> · <LastUsed at={passkey.used_at} />
        </p>
      </div>
      <Button aria-label={`Remove the passkey ${passkey.name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}
