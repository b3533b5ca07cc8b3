import { CircleUser, ExternalLink, FileText, Plus, Search, type LucideIcon } from 'lucide-react';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { href, useNavigate } from 'react-router';

import { kindNames, kinds } from '#domain/core/kinds.ts';
import type { Role } from '#domain/core/permissions.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Listbox, nextOption } from '#app/ui/listbox.tsx';
import { useSearch } from '#app/ui/use-search.ts';
import { libraries } from '../images/find-choices.ts';
import { sectionsFor } from './sections.ts';

type Command = { name: string; note: string; icon: LucideIcon; path: string };

/** A button that opens a menu over screens, texts and actions, as Ctrl or Cmd with K does outside of a text. */
export function CommandMenu({ role }: { role: Role }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEventInit & Event) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key !== 'k') return;
      if (event.defaultPrevented || document.querySelector('dialog:modal')) return;
      event.preventDefault();
      setIsOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
        className="ml-auto inline-flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2 text-ink-soft hover:bg-sunken hover:text-ink max-sm:min-h-11"
      >
        <Search aria-hidden className="size-4" />
        <span className="max-sm:sr-only">Go to…</span>
        <kbd aria-hidden className="rounded-sm border border-line px-1 font-sans text-xs max-lg:hidden">
          Ctrl K
        </kbd>
      </button>
      {isOpen && <CommandDialog role={role} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function CommandDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  const [current, setCurrent] = useState(0);
  const isSearch = words.trim() !== '';
  const found = useSearch(isSearch ? libraries.content.findTargets : null, words.trim(), 1);
  const texts = isSearch && found.kind === 'found' ? found.result : [];
  const commands = [
    ...screensAndActions(role).filter(({ name }) => isMeant(name, words)),
    ...texts.map(({ title, kind, form, isPublic }): Command => ({
      name: title,
      note: isPublic ? kind : `${kind}, not public`,
      icon: FileText,
      path: form,
    })),
  ];

  function run(command: Command | undefined) {
    if (command === undefined) return;
    onClose();
    if (command.path === href('/')) window.open(command.path, '_blank', 'noopener');
    else void navigate(command.path);
  }

  function onKeyDown(event: KeyboardEvent) {
    const next = nextOption(event.key, current, commands.length);
    if (next === null && event.key !== 'Enter') return;
    event.preventDefault();
    if (next === null) return run(commands[current]);
    setCurrent(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <Dialog title="Go to" onDismiss={onClose} actions={<p>↑ ↓ to choose, Enter to open</p>}>
      <TextField
        label="Screen, text or action"
        hiddenLabel
        type="search"
        autoComplete="off"
        data-autofocus
        placeholder="A screen, a title, or “new”"
        role="combobox"
        aria-expanded={commands.length > 0}
        aria-controls={id}
        {...(commands.length > 0 && { 'aria-activedescendant': `${id}-${current}` })}
        value={words}
        onKeyDown={onKeyDown}
        onChange={({ currentTarget: { value } }) => {
          setWords(value);
          setCurrent(0);
        }}
      />
      <Listbox
        id={id}
        label="Commands"
        items={commands}
        current={current}
        keyOf={({ path }) => path}
        onChoose={run}
        className="h-80"
        empty={<p className="p-2.5">Nothing found.</p>}
      >
        {({ name, note, icon: Icon }) => (
          <>
            <Icon className="size-4 shrink-0 text-ink-soft" />
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {name}
            </span>
            <span className="shrink-0 text-xs text-ink-soft">{note}</span>
          </>
        )}
      </Listbox>
    </Dialog>
  );
}

function screensAndActions(role: Role): Command[] {
  const screens = [...sectionsFor(role).values()]
    .flat()
    .map(({ name, icon, path }): Command => ({ name, icon, path, note: 'Screen' }));
  const actions = kindNames.map((kind): Command => ({
    name: `New ${kinds[kind].name}`,
    icon: Plus,
    path: kind === 'post' ? href('/admin/posts/new') : `${href('/admin/posts/new')}?kind=${kind}`,
    note: 'Action',
  }));
  const account = { name: 'Your account', icon: CircleUser, path: href('/admin/account'), note: 'Screen' };
  const site = { name: 'Open site', icon: ExternalLink, path: href('/'), note: 'Action' };
  return [...screens, account, ...actions, site];
}

/** True if the name has every one of the words. */
function isMeant(name: string, words: string): boolean {
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.toLowerCase().includes(word));
}
