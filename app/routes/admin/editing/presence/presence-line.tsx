import { Users } from 'lucide-react';
import { useEffect, useState } from 'react';

import type { Noun } from '#domain/core/kinds.ts';
import { presence } from '#domain/posts/presence.ts';
import { useAction } from '#app/routes/admin/actions/use-action.ts';
import { presenceMessage } from './presence-message.ts';

const announceMilliseconds = presence.announceSeconds * 1_000;
/** Without any input for so long the user counts as away, and the form keeps no session alive. */
const idleMilliseconds = 5 * 60_000;

/**
 * Announces that the user has a form open, while the page is seen and used, and says who else has; announced when that
 * changes. The action of the screen takes `announce`.
 * @param props.id of what the form is of; null where nothing is to be announced
 */
export function PresenceLine({ id, noun }: { id: string | null; noun: Noun }) {
  const [names, setNames] = useState<readonly string[]>([]);
  const { submit } = useAction<string[]>({
    isQuiet: true,
    onSettled: (result) => setNames(result.ok ? (result.value ?? []) : []),
  });

  useEffect(() => {
    if (id === null) return;
    let lastInput = Date.now();
    const isAway = () => document.visibilityState === 'hidden' || Date.now() - lastInput > idleMilliseconds;
    const announce = () => {
      if (isAway()) setNames([]);
      else void submit({ intent: 'announce', id }, { method: 'post' });
    };
    const onInput = () => {
      const wasAway = isAway();
      lastInput = Date.now();
      if (wasAway) announce();
    };
    const stop = new AbortController();
    const options = { capture: true, passive: true, signal: stop.signal };
    for (const event of ['keydown', 'pointerdown', 'pointermove', 'wheel'])
      window.addEventListener(event, onInput, options);
    document.addEventListener(
      'visibilitychange',
      () => {
        lastInput = Date.now();
        announce();
      },
      options,
    );
    announce();
    const timer = setInterval(announce, announceMilliseconds);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [id, submit]);

  const message = presenceMessage(names, noun);
  return (
    // Always there: a screen reader announces only what changes in a region that it knows.
    <output
      className={
        message === ''
          ? 'sr-only'
          : 'flex items-center gap-2 rounded-md border border-line-strong bg-sunken px-3 py-2 wrap-anywhere'
      }
    >
      {message !== '' && <Users className="size-4 shrink-0 text-ink-soft" />}
      {message}
    </output>
  );
}
