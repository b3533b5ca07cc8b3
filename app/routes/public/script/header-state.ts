/** Pixels; beyond, the header is compact. */
const top = 20;

export function trackScrollPosition(): void {
  addEventListener('scroll', show, { passive: true });
  show();
}

function show(): void {
  document.documentElement.toggleAttribute('data-scrolled', scrollY > top);
}
