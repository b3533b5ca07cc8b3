/** Addresses that are not public pages: a view transition to them fails, and the browser reports an error. */
const notPublic = /^\/(admin|api|storage)\b|\.\w+$/;

/**
 * Animates a card's image and title into the post and back, where the browser supports view transitions between
 * documents. The names on the post are in `post.css`; a card gets them only during the transition.
 */
export function startViewTransitions(): void {
  addEventListener('pageswap', ({ viewTransition, activation }) => {
    if (!viewTransition) return;
    // Where Back is led elsewhere, Chromium has no entry yet, whatever the types say.
    const entry: NavigationHistoryEntry | null | undefined = activation?.entry;
    const address = entry?.url;
    nameCard(address, viewTransition);
    const isElsewhere = address && notPublic.test(new URL(address).pathname);
    if (entry === null || isElsewhere) viewTransition.skipTransition();
  });
  addEventListener('pagereveal', ({ viewTransition }) => {
    const from = 'navigation' in window ? navigation.activation?.from?.url : null;
    if (viewTransition) nameCard(from, viewTransition);
  });
}

function nameCard(address: string | null | undefined, transition: ViewTransition): void {
  // A visitor who navigates on skips the transition, and the browser rejects each of these promises.
  for (const step of [transition.updateCallbackDone, transition.ready, transition.finished])
    step.catch(() => {});
  if (!address) return;
  const { pathname } = new URL(address);
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.card a')];
  const card = links.find((link) => link.pathname === pathname)?.closest('.card');
  for (const [part, name] of [
    ['.cover', 'post-cover'],
    ['h2, h3', 'post-title'],
  ] as const) {
    const element = card?.querySelector<HTMLElement>(part);
    if (!element) continue;
    element.style.viewTransitionName = name;
    const leave = () => (element.style.viewTransitionName = '');
    transition.finished.then(leave, leave);
  }
}
