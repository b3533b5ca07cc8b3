import { Bot } from 'lucide-react';

import type { Token } from '#domain/accounts/tokens/manage-tokens.ts';
import { rightsInWords } from '#domain/accounts/tokens/rights.ts';
import { Badge } from '#app/ui/badge.tsx';
import { ItemRow } from '#app/ui/item-row.tsx';
import { ConfirmButton } from '../actions/confirm-action.tsx';
import { Day, LastUsed } from '../hooks/dates.tsx';

/** Tokens, each with a button that ends it by the action `end-token` of the screen. */
export function TokenList({ tokens, showsOwner = false }: { tokens: Token[]; showsOwner?: boolean }) {
  return (
    <ul className="divide-y divide-line">
      {tokens.map(({ id, name, owner, usedAt, expiresAt, isExpired, ...rights }) => (
        <ItemRow
          key={id}
          icon={Bot}
          name={
            <>
              <bdi>{name}</bdi>
              {isExpired && <Badge>Ended</Badge>}
            </>
          }
          facts={
            <>
              {showsOwner && `${owner} · `}
              {rightsInWords(rights)} · <LastUsed at={usedAt} /> · {isExpired ? 'ended' : 'ends'}{' '}
              <Day at={expiresAt} />
            </>
          }
        >
          {!isExpired && (
            <ConfirmButton
              aria-label={`End the token ${name}`}
              title="End token"
              confirm="End"
              fields={{ intent: 'end-token', id }}
            >
              <p>What uses “{name}” is refused from now on.</p>
            </ConfirmButton>
          )}
        </ItemRow>
      ))}
    </ul>
  );
}
