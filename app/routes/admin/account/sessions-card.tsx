import { Monitor } from 'lucide-react';

import { factorNames } from '#domain/accounts/factor.ts';
import type { OwnAccount } from '#domain/accounts/profile/own-account.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Card } from '#app/ui/card.tsx';
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
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <Monitor aria-hidden className="size-4 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {session.device}
          {session.isThis && <Badge tone="ok">This device</Badge>}
        </p>
        <p className="text-ink-soft tabular-nums wrap-anywhere">
          {session.ip_address !== null && `${session.ip_address} · `}
          {factorNames[session.factor]} · signed in <Moment at={session.created_at} /> · last used{' '}
          <Moment at={session.used_at} />
        </p>
      </div>
      {!session.isThis && (
        <ActionButton
          fields={{ intent: 'end-session', id: session.id }}
          aria-label={`Sign out this one: ${session.device}, signed in ${started}`}
        >
          Sign out this one
        </ActionButton>
      )}
    </li>
  );
}
