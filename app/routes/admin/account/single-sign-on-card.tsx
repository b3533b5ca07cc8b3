import type { OwnAccount } from '#domain/accounts/own-account.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Card } from '#app/ui/card.tsx';

/** Whether the account is bound to a user of the issuer. */
export function SingleSignOnCard({
  singleSignOn,
}: {
  singleSignOn: NonNullable<OwnAccount['singleSignOn']>;
}) {
  const { issuer, isConnected } = singleSignOn;
  return (
    <Card title="Single sign-on">
      <p className="flex flex-wrap items-center gap-2 wrap-anywhere">
        {issuer}
        <Badge tone={isConnected ? 'ok' : 'neutral'}>{isConnected ? 'Connected' : 'Not connected'}</Badge>
      </p>
      <p className="text-ink-soft">
        {isConnected
          ? 'Your user there signs in to this account, whatever its email address is.'
          : 'Your account is connected the first time that you sign in with it, if your email address there is the same.'}
      </p>
    </Card>
  );
}
