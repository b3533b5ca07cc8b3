/** Addresses on this site that are no public pages: a browser that begins a transition there reports that it failed. */
const elsewhere = /^\/(admin|api|storage)\b|\.\w+$/;

/**
 * Where the browser has view transitions between documents, a card's image and title are carried into the post and
 * back. The post's own names stand in `post.css`; a card gets them only for the journey.
 */
export function startViewTransitions(): void {
  addEventListener('pageswap', ({ viewTransition, activation }) => {
    if (!viewTransition) return;
    const address = activation?.entry.url;
    carry(address, viewTransition);
    if (address && elsewhere.test(new URL(address).pathname)) viewTransition.skipTransition();
  });
  addEventListener('pagereveal', ({ viewTransition }) => {
    if (viewTransition) carry(navigation.activation?.from?.url, viewTransition);
  });
}

function carry(address: string | null | undefined, journey: ViewTransition): void {
  // A reader who is quicker than the journey skips it, which the browser reports on each of these.
  for (const step of [journey.updateCallbackDone, journey.ready, journey.finished]) step.catch(() => {});
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
    journey.finished.then(leave, leave);
  }
}
