import { loadingText } from './loading-text.ts';
import { announce } from './status-line.ts';

/** Milliseconds; a page that arrives sooner needs no word. */
const patience = 150;

/** While the next page is on its way, the page being left says so; come back to, it has forgotten. */
export function showLoadingIndicator(): void {
  let timer = 0;
  const root = document.documentElement;

  const leave = (address: URL) => {
    stay();
    timer = window.setTimeout(() => {
      root.toggleAttribute('data-leaving', true);
      announce(loadingText(address.pathname));
    }, patience);
  };
  const stay = () => {
    clearTimeout(timer);
    root.toggleAttribute('data-leaving', false);
    announce('');
  };

  addEventListener('click', (event) => {
    const address = destinationOf(event);
    if (address) leave(address);
  });
  addEventListener('submit', (event) => {
    const form = event.target;
    if (form instanceof HTMLFormElement && form.method === 'get' && !event.defaultPrevented) {
      leave(new URL(form.action));
    }
  });
  addEventListener('pageshow', stay);
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') stay();
  });
}

/** Where a click leads, when it leads this page away. */
function destinationOf(event: MouseEvent): URL | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download')) return null;
  const address = new URL(link.href);
  const isHere = address.pathname === location.pathname && address.search === location.search;
  return address.origin === location.origin && !(isHere && address.hash) ? address : null;
}
