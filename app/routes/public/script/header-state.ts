/** Scroll position in pixels after which the header is compact. */
const compactAfter = 20;

export function trackScrollPosition(): void {
  addEventListener('scroll', update, { passive: true });
  update();
}

function update(): void {
  document.documentElement.toggleAttribute('data-scrolled', scrollY > compactAfter);
}
