import { Fragment } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

/** `Mod` is Ctrl, or Cmd on a Mac. */
const groups: { name: string; keys: [keys: string, does: string][] }[] = [
  {
    name: 'Post',
    keys: [
      ['Mod S', 'Save'],
      ['Mod Enter', 'Publish, or save the changes of a published post'],
      ['?', 'Show this list'],
    ],
  },
  {
    name: 'Text',
    keys: [
      ['Mod B', 'Bold'],
      ['Mod I', 'Italic'],
      ['Mod U', 'Underline'],
      ['Mod Shift S', 'Strike'],
      ['Mod K', 'Link'],
      ['Mod E', 'Code'],
      ['Mod Alt 1–6', 'Heading 1 to 6'],
      ['Mod Alt 0', 'Paragraph'],
      ['Mod Shift 7', 'Ordered list'],
      ['Mod Shift 8', 'Bullet list'],
      ['Mod Shift B', 'Blockquote'],
      ['Mod Alt C', 'Code block'],
      ['Mod Z', 'Undo'],
      ['Mod Shift Z', 'Redo'],
    ],
  },
];

/** Everything that can be done without the mouse. */
export function ShortcutsDialog({ onDismiss }: { onDismiss: () => void }) {
  const mod = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
  return (
    <Dialog
      title="Keyboard shortcuts"
      onDismiss={onDismiss}
      actions={
        <Button data-autofocus onClick={onDismiss}>
          Close
        </Button>
      }
    >
      {groups.map(({ name, keys }) => (
        <section key={name} className="grid gap-1">
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
    </Dialog>
  );
}
