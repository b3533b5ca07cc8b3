import { KeyRound } from 'lucide-react';

import type { OwnAccount } from '#domain/accounts/profile/own-account.ts';
import { Card } from '#app/ui/card.tsx';
import { ItemRow } from '#app/ui/item-row.tsx';
import { ConfirmButton } from '../actions/confirm-action.tsx';
import { LastUsed, Moment } from '../hooks/dates.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { factorsAddress } from './factors-address.ts';

type ShownPasskey = Pick<OwnAccount['passkeys'][number], 'id' | 'name' | 'created_at' | 'used_at'>;

/** The passkeys of one's account, and a form that adds one. */
export function PasskeysCard({ passkeys, device }: { passkeys: ShownPasskey[]; device: string }) {
  return (
    <Card title="Passkeys" flush>
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line border-b border-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} {...passkey} />
          ))}
        </ul>
      )}
      <div className="p-4">
        <AddPasskey device={device} />
      </div>
    </Card>
  );
}

function PasskeyRow({ id, name, created_at: createdAt, used_at: usedAt }: ShownPasskey) {
  const facts = (
    <>
      added <Moment at={createdAt} /> · <LastUsed at={usedAt} />
    </>
  );
  return (
    <ItemRow icon={KeyRound} name={name} facts={facts}>
      <ConfirmButton
        aria-label={`Remove the passkey ${name}`}
        title="Remove passkey"
        confirm="Remove"
        action={factorsAddress}
        fields={{ intent: 'remove-passkey', id }}
      >
        <p>You cannot sign in with “{name}” any more. Your other sessions end.</p>
      </ConfirmButton>
    </ItemRow>
  );
}
