import { Plus } from 'lucide-react';

import type { createToken, Token } from '#domain/accounts/tokens/manage-tokens.ts';
import { Card } from '#app/ui/card.tsx';
import { SecretDialog } from '#app/ui/copy-field.tsx';
import { DialogButton } from '#app/ui/dialog-button.tsx';
import { CheckboxField, SelectField, TextField } from '#app/ui/field.tsx';
import { FormDialog } from '../actions/form-dialog.tsx';
import { TokenList } from '../users/token-list.tsx';

const newToken = ({ name, secret }: Awaited<ReturnType<typeof createToken>>) => (
  <SecretDialog title="Your new token" label={name} value={secret} copy="Copy">
    Copy the token now: it is not shown again.
  </SecretDialog>
);

/** The tokens of one's account, and a dialog that creates one and shows it once. */
export function TokensCard({ tokens, mayReadDrafts }: { tokens: Token[]; mayReadDrafts: boolean }) {
  return (
    <Card
      title="Tokens"
      flush
      actions={
        <DialogButton icon={Plus} dialog={<NewTokenDialog mayReadDrafts={mayReadDrafts} />}>
          New token
        </DialogButton>
      }
    >
      <p className="px-4 py-2.5 text-ink-soft">
        With a token an agent or a script works for you: it reads, and proposes if you let it. No token can
        publish, delete or send anything. All tokens end with “Sign out all others”, a new password or
        address, and a change of your sign-in methods; Sign Out alone leaves them.
      </p>
      {tokens.length > 0 ? (
        <div className="border-t border-line">
          <TokenList tokens={tokens} />
        </div>
      ) : (
        <p className="px-4 pb-4">You have no tokens.</p>
      )}
    </Card>
  );
}

function NewTokenDialog({ mayReadDrafts }: { mayReadDrafts: boolean }) {
  return (
    <FormDialog title="New token" submit="Create token" intent="create-token" answer={newToken}>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        data-autofocus
        hint="What uses it, and where: Claude Code on my laptop."
      />
      <SelectField
        label="Ends"
        name="days"
        defaultValue="30"
        options={['7', '30', '90'].map((days) => [days, `In ${days} days`])}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-medium">Rights</legend>
        <CheckboxField label="Read" hint="What is public, and your own proposals." defaultChecked disabled />
        <CheckboxField
          label="Propose"
          name="propose"
          hint="New texts and changes. A person decides on each."
          defaultChecked
        />
        {mayReadDrafts && (
          <CheckboxField label="Read drafts" name="readDrafts" hint="Drafts and changes not published yet." />
        )}
      </fieldset>
    </FormDialog>
  );
}
