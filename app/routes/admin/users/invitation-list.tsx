import type { Role } from '#domain/actor.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { useAction } from '../actions/use-action.ts';
import { RoleBadge } from './role-badge.tsx';

export type Invitation = { id: string; email: string; role: Role; expires: string; mayWithdraw: boolean };

/** Who was invited and has not accepted yet. */
export function InvitationList({ invitations }: { invitations: Invitation[] }) {
  return (
    <Card title="Open invitations" flush>
      <ul className="divide-y divide-line">
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Card>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { Form, isBusy } = useAction();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <span className="min-w-0 flex-1 basis-52 font-medium wrap-anywhere">{invitation.email}</span>
      <RoleBadge role={invitation.role} />
      <span className="text-ink-soft tabular-nums whitespace-nowrap">until {invitation.expires}</span>
      {invitation.mayWithdraw && (
        <Form method="post">
          <input type="hidden" name="intent" value="withdraw" />
          <input type="hidden" name="id" value={invitation.id} />
          <Button
            type="submit"
            variant="quiet"
            pending={isBusy}
            aria-label={`Withdraw the invitation of ${invitation.email}`}
          >
            Withdraw
          </Button>
        </Form>
      )}
    </li>
  );
}
