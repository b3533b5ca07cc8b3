import { useEffect, useState } from 'react';
import type { Noun } from '#domain/kinds.ts';
import { useFetcher } from 'react-router';

import { presence } from '#domain/posts/presence.ts';
import type { ActionResult } from '#app/routes/admin/actions/action-result.ts';
import { useArrival } from '#app/routes/admin/hooks/use-arrival.ts';
import { presenceMessage } from './presence-message.ts';

const announceMilliseconds = presence.announceSeconds * 1_000;
/** Without any input for so long the user counts as away, and the form keeps no session alive. */
const idleMilliseconds = 5 * 60_000;

/**
 * Announces that the user has a form open, while the page is seen and used. The action of the screen takes `announce`.
 * @param id of what the form is of; null where nothing is to be announced
 * @returns the message that says who else has it open; '' for no one
 */
export function usePresence(id: string | null, userId: string, noun: Noun): string {
  const { submit, data } = useFetcher<ActionResult<string[]>>();
  const [names, setNames] = useState<readonly string[]>([]);
  const isElsewhere = useOtherTab(id, userId);

  useArrival(data as ActionResult<string[]> | undefined, (result) =>
    setNames(result.ok ? (result.value ?? []) : []),
  );

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

  return presenceMessage(names, isElsewhere, noun);
}

/**
 * Whether another tab of this browser has the same form open for the same user. Every form holds a lock,
 * which the browser releases with the tab, whatever becomes of it. Locks exist on secure origins only.
 */
function useOtherTab(id: string | null, userId: string): boolean {
  const [isElsewhere, setIsElsewhere] = useState(false);
  useEffect(() => {
    if (id === null || !('locks' in navigator)) return;
    const name = `anyforge-form-${userId}-${id}`;
    const { promise: isClosed, resolve: close } = Promise.withResolvers<void>();
    navigator.locks.request(name, { mode: 'shared' }, () => isClosed).catch(() => {});
    const look = async () => {
      const { held = [] } = await navigator.locks.query();
      setIsElsewhere(held.filter((lock) => lock.name === name).length > 1);
    };
    const lookNow = () => void look().catch(() => {});
    lookNow();
    const timer = setInterval(lookNow, announceMilliseconds);
    document.addEventListener('visibilitychange', lookNow);
    return () => {
      close();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookNow);
    };
  }, [id, userId]);
  return isElsewhere;
}
