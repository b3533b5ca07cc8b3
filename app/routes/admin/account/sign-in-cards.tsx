import { PasswordField, TextField } from '#app/ui/field.tsx';
import { NewPasswordField } from '../auth/auth-form.tsx';
import { CardForm } from './card-form.tsx';

/** A new email address, which a link to it confirms. */
export function EmailCard() {
  return (
    <CardForm title="Email address" intent="change-email" submit="Change email address" isCleared>
      {(fieldErrors) => (
        <TextField
          label="New email address"
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          error={fieldErrors['email']}
          hint="It counts after you open the link that is sent to it. The old address can undo it for 7 days."
        />
      )}
    </CardForm>
  );
}

/** A new password, with the old one as proof. */
export function PasswordCard({ email }: { email: string }) {
  return (
    <CardForm title="Password" intent="change-password" submit="Change password" isCleared>
      {(fieldErrors) => (
        <>
          <input type="hidden" autoComplete="username" value={email} readOnly />
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <PasswordField
              label="Current password"
              name="currentPassword"
              autoComplete="current-password"
              required
              error={fieldErrors['currentPassword']}
            />
            <NewPasswordField
              label="New password"
              hint="8 characters or more. Your other sessions and tokens end."
              error={fieldErrors['password']}
            />
          </div>
        </>
      )}
    </CardForm>
  );
}
