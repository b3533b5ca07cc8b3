import { use, useState } from 'react';

import { Button } from './button.tsx';
import { CloseContext, Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';

type Copied = {
  label: string;
  value: string;
  copy: string;
};

/** A text to take elsewhere, with a button that copies it. */
export function CopyField({ label, value, copy, hint }: Copied & { hint?: string }) {
  const [isCopied, setIsCopied] = useState(false);

  async function writeText() {
    await navigator.clipboard.writeText(value);
    setIsCopied(true);
  }

  return (
    <div className="grid gap-2 text-ink">
      <TextField
        label={label}
        readOnly
        data-autofocus
        value={value}
        hint={hint}
        onFocus={(event) => event.currentTarget.select()}
      />
      {/* Browsers give the clipboard to secure origins only; elsewhere the selected text is copied by hand. */}
      {'clipboard' in globalThis.navigator && (
        <Button className="w-fit" onClick={() => void writeText().catch(() => {})}>
          {isCopied ? 'Copied' : copy}
        </Button>
      )}
    </div>
  );
}

/** Shows a secret, the only time that it can be shown. @param children what to do with it */
export function SecretDialog({ title, children, ...secret }: Copied & { title: string; children: string }) {
  const close = use(CloseContext);
  return (
    <Dialog
      title={title}
      actions={
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      }
    >
      <p>{children}</p>
      <CopyField {...secret} />
    </Dialog>
  );
}
