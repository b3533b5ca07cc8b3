import { Printer } from 'lucide-react';

import { Button } from '#app/ui/button.tsx';

/** They take the place of what had it. */
const takeFocus = (codes: HTMLElement | null) => codes?.focus();

/** New recovery codes, shown once, to be printed or written down. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className="grid gap-3">
      <p className="text-ink-soft">
        Keep these recovery codes in a safe place. Each signs you in once when you do not have your phone.
        They are not shown again.
      </p>
      <ul
        ref={takeFocus}
        tabIndex={-1}
        aria-label="Recovery codes"
        className="grid gap-1 font-mono sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div>
        <Button icon={Printer} onClick={() => window.print()}>
          Print
        </Button>
      </div>
    </div>
  );
}
