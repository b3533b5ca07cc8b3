import { Fragment } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { shortcuts } from './shortcuts.ts';

/** The shortcuts of the form. */
export function ShortcutsDialog({ onDismiss }: { onDismiss: () => void }) {
  const mod = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
  return (
    <Dialog
      title="Keyboard shortcuts"
      isWide
      onDismiss={onDismiss}
      actions={<Button onClick={onDismiss}>Close</Button>}
    >
      <div className="gap-8 sm:columns-2">
        {shortcuts.map(({ name, keys }) => (
          <section key={name} className="mb-3 grid break-inside-avoid gap-1">
            <h3 className="font-semibold text-ink">{name}</h3>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1">
              {keys.map(([combination, does]) => (
                <Fragment key={combination}>
                  <dt className="flex gap-1">
                    {combination.split(' ').map((key) => (
                      <kbd
                        key={key}
                        className="rounded-sm border border-line-strong bg-sunken px-1.5 font-sans text-xs text-ink"
                      >
                        {key === 'Mod' ? mod : key}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
