import type { OwnAccount } from '#domain/accounts/profile/own-account.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmailField, PasswordField } from '#app/ui/field.tsx';
import { NewPasswordField } from '../auth/auth-form.tsx';
import { CardForm } from '../actions/card-form.tsx';

/** A new email address, which a link to it confirms. */
export function EmailCard() {
  return (
    <CardForm title="Email address" intent="change-email" submit="Change email address" isCleared>
      <EmailField
        label="New email address"
        autoComplete="email"
        hint="We email a link to the new address; open it to confirm. The old address can undo the change for 7 days."
      />
    </CardForm>
  );
}

/** A new password, with the old one as proof. */
export function PasswordCard({ email }: { email: string }) {
  return (
    <CardForm title="Password" intent="change-password" submit="Change password" isCleared>
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          required
        />
        <NewPasswordField
          label="New password"
          hint="At least 8 characters. Your other sessions and tokens end."
        />
      </div>
    </CardForm>
  );
}

/** True if the account is bound to a user of the issuer. */
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
          ? 'You can sign in with it, even if its email address is a different one.'
          : 'It is connected the first time you sign in with it, if it has the same email address.'}
      </p>
    </Card>
  );
}
