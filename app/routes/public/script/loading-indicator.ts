import { announce } from './status-line.ts';

/** Milliseconds. A page that loads faster shows no indicator. */
const delay = 150;

/** Shows that the next page is loading. The indicator is removed when the visitor comes back to this page. */
export function showLoadingIndicator(): void {
  let timer = 0;
  const root = document.documentElement;

  const start = (address: URL) => {
    stop();
    timer = window.setTimeout(() => {
      root.toggleAttribute('data-loading', true);
      announce(loadingText(address.pathname));
    }, delay);
  };
  const stop = () => {
    clearTimeout(timer);
    root.toggleAttribute('data-loading', false);
    announce('');
  };

  addEventListener('click', (event) => {
    const address = destinationOf(event);
    if (address) start(address);
  });
  addEventListener('submit', (event) => {
    const form = event.target;
    if (form instanceof HTMLFormElement && form.method === 'get' && !event.defaultPrevented) {
      start(new URL(form.action));
    }
  });
  addEventListener('pageshow', stop);
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') stop();
  });
}

/** The address that a click navigates to; null when it does not leave this page. */
function destinationOf(event: MouseEvent): URL | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download')) return null;
  const address = new URL(link.href);
  const isHere = address.pathname === location.pathname && address.search === location.search;
  return address.origin === location.origin && !(isHere && address.hash) ? address : null;
}

/** The text of the loading indicator for a page. */
export function loadingText(pathname: string): string {
  if (/^\/(blog(\/(category|tag)\/.*)?|search)$/.test(pathname)) return 'Loading posts...';
  return pathname.startsWith('/blog/') ? 'Loading post...' : 'Loading...';
}
