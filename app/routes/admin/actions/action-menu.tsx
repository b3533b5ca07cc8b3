import { Ellipsis, type LucideIcon } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';

import { IconButton } from '#app/ui/button.tsx';
import { CloseContext } from '#app/ui/dialog.tsx';
import { useMenu } from '#app/ui/menu.ts';

export type MenuEntry = { name: string; icon: LucideIcon; danger?: boolean } & (
  | { run: () => void }
  | Pick<LinkProps, 'to' | 'target' | 'reloadDocument'>
  | { dialog: ReactNode }
);

/** A button with a menu of actions, and the dialog that one of them opened. */
export function ActionMenu({
  label = 'More actions',
  entries,
}: {
  label?: string;
  entries: readonly (MenuEntry | null | false)[];
}) {
  const { isOpen, close, anchorProps, panelProps } = useMenu('end');
  const [opened, setOpened] = useState<string | null>(null);
  const shown = entries.filter((entry) => entry !== null && entry !== false);
  const asking = shown.find(({ name }) => name === opened);

  function select(entry: MenuEntry) {
    if ('run' in entry) entry.run();
    if ('dialog' in entry) setOpened(entry.name);
    close();
  }

  return (
    <>
      <IconButton
        icon={Ellipsis}
        label={label}
        {...anchorProps}
        className="aria-expanded:bg-sunken aria-expanded:text-ink"
      />
      <div
        {...panelProps}
        aria-label={label}
        className="fixed inset-auto m-0 min-w-40 rounded-md border border-line-strong bg-surface p-1 text-ink shadow-lg empty:hidden"
      >
        {isOpen && shown.map((entry) => <Entry key={entry.name} {...entry} onClick={() => select(entry)} />)}
      </div>
      {asking && 'dialog' in asking && (
        <CloseContext value={() => setOpened(null)}>{asking.dialog}</CloseContext>
      )}
    </>
  );
}

/** As a button does. */
function clickBySpace(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}

function Entry({ name, icon: Icon, danger = false, onClick, ...does }: MenuEntry & { onClick: () => void }) {
  const className = `flex min-h-8 w-full cursor-pointer items-center gap-2 rounded-sm px-2.5 py-1 text-left whitespace-nowrap hover:bg-sunken focus:bg-sunken [&_svg]:size-3.5 [&_svg]:text-ink-soft ${danger ? 'text-danger [&_svg]:text-danger!' : ''}`;
  const item = { role: 'menuitem', tabIndex: -1, onClick, className };
  const content = (
    <>
      <Icon />
      {name}
    </>
  );
  if ('to' in does) {
    return (
      <Link {...item} {...does} onKeyDown={clickBySpace}>
        {content}
      </Link>
    );
  }
  return (
    <button type="button" {...item}>
      {content}
    </button>
  );
}
