import type { listInvitations } from '#domain/accounts/invitations/invitations.ts';
import { canManageRole } from '#domain/core/permissions.ts';
import { Card } from '#app/ui/card.tsx';
import { ActionButton } from '../actions/action-button.tsx';
import { Day } from '../hooks/dates.tsx';
import { useRole } from '../hooks/use-frame.ts';
import { RoleBadge } from './role-badge.tsx';

type Props = { invitations: Awaited<ReturnType<typeof listInvitations>> };

/** Who was invited and has not accepted yet. */
export function InvitationList({ invitations }: Props) {
  const ownRole = useRole();
  return (
    <Card title="Open invitations" flush>
      <ul className="divide-y divide-line">
        {invitations.map(({ id, email, role, expiresAt, deliveryError }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <span className="min-w-0 flex-1 basis-52 font-medium wrap-anywhere">{email}</span>
            <RoleBadge role={role} />
            <span className="text-ink-soft tabular-nums whitespace-nowrap">
              until <Day at={expiresAt} />
            </span>
            {ownRole && canManageRole({ role: ownRole }, role) && (
              <ActionButton
                fields={{ intent: 'withdraw', id }}
                variant="quiet"
                aria-label={`Withdraw the invitation of ${email}`}
              >
                Withdraw
              </ActionButton>
            )}
            {deliveryError !== null && (
              <p className="basis-full text-danger wrap-anywhere">
                The email was not delivered yet. The mail server says: {deliveryError}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
