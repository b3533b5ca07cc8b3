import { Plus } from 'lucide-react';
import { useState } from 'react';

import type { createToken, Token } from '#domain/accounts/tokens/manage-tokens.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { SecretDialog } from '#app/ui/copy-field.tsx';
import { CheckboxField, SelectField, TextField } from '#app/ui/field.tsx';
import { FormDialog } from '../actions/form-dialog.tsx';
import { TokenList } from '../users/token-list.tsx';

type NewToken = Awaited<ReturnType<typeof createToken>>;

/** The tokens of one's account, and a dialog that creates one and shows it once. */
export function TokensCard({ tokens, mayReadDrafts }: { tokens: Token[]; mayReadDrafts: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const [created, setCreated] = useState<NewToken | null>(null);
  return (
    <Card
      title="Tokens"
      flush
      actions={
        <Button onClick={() => setIsOpen(true)}>
          <Plus />
          New token
        </Button>
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
      {isOpen && (
        <NewTokenDialog
          mayReadDrafts={mayReadDrafts}
          onClose={() => setIsOpen(false)}
          onCreated={setCreated}
        />
      )}
      {created && (
        <SecretDialog
          title="Your new token"
          label={created.name}
          value={created.secret}
          copy="Copy"
          onClose={() => setCreated(null)}
        >
          Copy the token now: it is not shown again.
        </SecretDialog>
      )}
    </Card>
  );
}

function NewTokenDialog({
  mayReadDrafts,
  onClose,
  onCreated,
}: {
  mayReadDrafts: boolean;
  onClose: () => void;
  onCreated: (token: NewToken | null) => void;
}) {
  return (
    <FormDialog<NewToken>
      title="New token"
      submit="Create token"
      intent="create-token"
      onClose={onClose}
      onDone={onCreated}
    >
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
