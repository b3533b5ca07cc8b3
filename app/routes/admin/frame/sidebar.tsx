import { CircleUser, ExternalLink, LogOut, X } from 'lucide-react';
import { Fragment, useEffect, useRef } from 'react';
import { Link, NavLink, href } from 'react-router';

import type { Role } from '#domain/core/permissions.ts';
import { buttonClass, IconButton } from '#app/ui/button.tsx';
import { Question } from '#app/ui/confirm-dialog.tsx';
import { sectionsFor } from './sections.ts';
import { useSignOut } from './use-sign-out.ts';

type Props = {
  id: string;
  signedIn: {
    siteName: string;
    userId: string;
    email: string;
    role: Role;
    unread: number;
  };
  /** The name of the entry that is shown as the present one. */
  section: string;
  isDrawer: boolean;
  onToggle: (isOpen: boolean) => void;
};

/**
 * The way through the admin. One element for both shapes: beside the page on wide screens; on small ones a drawer, a
 * popover of the platform, which opens and closes even before a script has run.
 */
export function Sidebar({
  id,
  signedIn: { siteName, userId, email, role, unread },
  section,
  isDrawer,
  onToggle,
}: Props) {
  const sidebar = useRef<HTMLElement>(null);
  const signOut = useSignOut(userId);

  useEffect(() => {
    const element = sidebar.current;
    if (!isDrawer || !element) return;
    const onKeyDown = (event: KeyboardEvent) => keepFocusInside(element, event);
    element.addEventListener('keydown', onKeyDown);
    return () => element.removeEventListener('keydown', onKeyDown);
  }, [isDrawer]);
  useEffect(() => onToggle(sidebar.current?.matches(':popover-open') === true), [onToggle]);

  function closeDrawer() {
    if (sidebar.current?.matches(':popover-open')) sidebar.current.hidePopover();
  }

  return (
    <>
      <section
        ref={sidebar}
        id={id}
        popover="auto"
        role={isDrawer ? 'dialog' : 'complementary'}
        aria-modal={isDrawer ? true : undefined}
        aria-label="Sidebar"
        onToggle={({ newState }) => {
          if (newState === 'open') sidebar.current?.querySelector('a')?.focus();
          onToggle(newState === 'open');
        }}
        className="fixed inset-y-0 left-0 right-auto m-0 h-dvh max-h-none w-60 flex-col border-0 border-r border-line bg-sunken p-0 text-ink backdrop:bg-[oklch(0.15_0.03_258/0.55)] open:flex starting:open:-translate-x-full transition-[translate] duration-[var(--duration-quick)] motion-reduce:transition-none lg:sticky lg:top-0 lg:flex lg:w-52 lg:shrink-0"
      >
        <div className="flex h-12 items-center justify-between gap-2 border-b border-line px-4">
          <p className="truncate font-semibold tracking-tight">{siteName}</p>
          <a
            href={href('/')}
            target="_blank"
            rel="noopener"
            className="ml-auto flex shrink-0 items-center gap-1.5 rounded-sm text-ink-soft hover:text-ink"
          >
            Open site
            <ExternalLink aria-hidden className="size-3.5" />
          </a>
          <IconButton
            icon={X}
            label="Close menu"
            className="lg:hidden"
            popoverTarget={id}
            popoverTargetAction="hide"
          />
        </div>
        <Entries {...{ role, section, unread }} onLeave={closeDrawer} />
        <div className="grid gap-2 border-t border-line p-4">
          <p className="wrap-anywhere text-ink-soft">{`Signed in as ${email}`}</p>
          <NavLink
            to={href('/admin/account')}
            onClick={closeDrawer}
            className="flex min-h-8 items-center gap-2 rounded-md text-ink-soft hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink"
          >
            <CircleUser aria-hidden className="size-4 shrink-0" />
            Your account
          </NavLink>
          {/* Works without script too. */}
          <form method="post" action={href('/admin/logout')} onSubmit={signOut.onSubmit}>
            <input type="hidden" name="clear" defaultValue="" />
            <button type="submit" className={buttonClass('secondary', 'w-full')}>
              <LogOut />
              Sign Out
            </button>
          </form>
        </div>
      </section>
      {/* Beside the drawer, which closes as the dialog opens. */}
      <SignOutDialog signOut={signOut} />
    </>
  );
}

/** @param onLeave called before a screen is opened */
function Entries({
  role,
  section,
  unread,
  onLeave,
}: {
  role: Role;
  section: string;
  unread: number;
  onLeave: () => void;
}) {
  return (
    <nav aria-label="Admin" className="flex-1 overflow-y-auto p-2">
      {[...sectionsFor(role)].map(([group, entries]) => (
        <Fragment key={group}>
          {group !== '' && (
            <h2 id={`menu-${group}`} className="px-2.5 pt-4 pb-1 text-xs text-ink-soft">
              {group}
            </h2>
          )}
          <ul aria-labelledby={group === '' ? undefined : `menu-${group}`} className={entriesClass}>
            {entries.map(({ name, icon: Icon, path }) => (
              <li key={path}>
                <Link to={path} aria-current={name === section ? 'page' : undefined} onClick={onLeave}>
                  <Icon />
                  {name}
                  {name === 'Messages' && unread > 0 && (
                    <span className="ml-auto rounded-full bg-signal px-1.5 text-xs font-semibold text-on-signal tabular-nums">
                      {unread.toLocaleString('en-US')}
                      <span className="sr-only"> unread</span>
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </nav>
  );
}

const entriesClass =
  'grid gap-0.5 [&_a]:flex [&_a]:min-h-9 [&_a]:items-center [&_a]:gap-2.5 [&_a]:rounded-md [&_a]:px-2.5 [&_a]:text-ink-soft [&_a]:hover:bg-surface [&_a]:hover:text-ink [&_a]:lg:min-h-8 [&_a]:aria-[current=page]:bg-surface [&_a]:aria-[current=page]:font-semibold [&_a]:aria-[current=page]:text-ink [&_a]:aria-[current=page]:shadow-[inset_2px_0_0_var(--color-signal)] [&_svg]:size-4 [&_svg]:shrink-0';

const maxTitles = 5;

/** Asks before Sign Out deletes what was typed on this device and not saved. */
function SignOutDialog({
  signOut: { unsaved, cancel, confirm },
}: {
  signOut: ReturnType<typeof useSignOut>;
}) {
  if (unsaved === null) return null;
  const more = unsaved.length - maxTitles;
  return (
    <Question
      title="Sign out and delete unsaved text?"
      yes="Sign out and delete"
      onNo={cancel}
      onYes={confirm}
    >
      <p>Text that you typed on this device has not been saved. Signing out deletes it.</p>
      <ul className="grid list-disc gap-1 pl-5 text-ink">
        {unsaved.slice(0, maxTitles).map((title, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- titles may be equal, and the list does not change
          <li key={index} dir="auto" className="wrap-anywhere">
            {title}
          </li>
        ))}
        {more > 0 && <li>{more === 1 ? '1 more post' : `${more} more posts`}</li>}
      </ul>
    </Question>
  );
}

/** Goes round at the ends, as in a dialog of the platform. */
function keepFocusInside(element: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab') return;
  const controls = [...element.querySelectorAll<HTMLElement>('a, button')];
  const [from, to] = event.shiftKey ? [controls[0], controls.at(-1)] : [controls.at(-1), controls[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}
