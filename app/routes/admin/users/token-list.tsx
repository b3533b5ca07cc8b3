import { Bot } from 'lucide-react';
import { useState } from 'react';

import type { Token } from '#domain/accounts/tokens/manage-tokens.ts';
import { rightsInWords } from '#domain/accounts/tokens/rights.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { Day, LastUsed } from '../hooks/dates.tsx';

/** Tokens, each with a button that ends it by the action `end-token` of the screen. */
export function TokenList({ tokens, showsOwner = false }: { tokens: Token[]; showsOwner?: boolean }) {
  const [toEnd, setToEnd] = useState<Token | null>(null);
  return (
    <>
      <ul className="divide-y divide-line">
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} showsOwner={showsOwner} onEnd={() => setToEnd(token)} />
        ))}
      </ul>
      {toEnd && (
        <ConfirmAction
          title="End token"
          confirm="End"
          fields={{ intent: 'end-token', id: toEnd.id }}
          onClose={() => setToEnd(null)}
        >
          <p>What uses “{toEnd.name}” is refused from now on.</p>
        </ConfirmAction>
      )}
    </>
  );
}

function TokenRow({
  token: { name, owner, usedAt, expiresAt, isExpired, ...rights },
  showsOwner,
  onEnd,
}: {
  token: Token;
  showsOwner: boolean;
  onEnd: () => void;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <Bot aria-hidden className="size-4 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
          <bdi>{name}</bdi>
          {isExpired && <Badge>Ended</Badge>}
        </p>
        <p className="text-ink-soft tabular-nums wrap-anywhere">
          {showsOwner && `${owner} · `}
          {rightsInWords(rights)} · <LastUsed at={usedAt} /> · {isExpired ? 'ended' : 'ends'}{' '}
          <Day at={expiresAt} />
        </p>
      </div>
      {!isExpired && (
        <Button aria-label={`End the token ${name}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  );
}
