import { Monitor } from 'lucide-react';

import { factorNames } from '#domain/accounts/factor.ts';
import type { OwnAccount } from '#domain/accounts/profile/own-account.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Card } from '#app/ui/card.tsx';
import { ItemRow } from '#app/ui/item-row.tsx';
import { ActionButton } from '../actions/action-button.tsx';
import { shortMoment } from '../dates.ts';
import { Moment } from '../hooks/dates.tsx';
import { useTimeZone } from '../hooks/use-frame.ts';

type ShownSession = Omit<OwnAccount['sessions'][number], 'user_agent'> & { device: string; isThis: boolean };

export function SessionsCard({ sessions }: { sessions: ShownSession[] }) {
  return (
    <Card
      title="Sessions"
      flush
      actions={
        sessions.length > 1 && (
          <ActionButton fields={{ intent: 'end-other-sessions' }}>Sign out all others</ActionButton>
        )
      }
    >
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </Card>
  );
}

function SessionRow({ session }: { session: ShownSession }) {
  const started = shortMoment(session.created_at, useTimeZone());
  const name = (
    <>
      {session.device}
      {session.isThis && <Badge tone="ok">This device</Badge>}
    </>
  );
  const facts = (
    <>
      {session.ip_address !== null && `${session.ip_address} · `}
      {factorNames[session.factor]} · signed in <Moment at={session.created_at} /> · last used{' '}
      <Moment at={session.used_at} />
    </>
  );
  return (
    <ItemRow icon={Monitor} name={name} facts={facts}>
      {!session.isThis && (
        <ActionButton
          fields={{ intent: 'end-session', id: session.id }}
          aria-label={`Sign out this one: ${session.device}, signed in ${started}`}
        >
          Sign out this one
        </ActionButton>
      )}
    </ItemRow>
  );
}
