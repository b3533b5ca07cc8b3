/** Announces a text to screen readers; visible while a page is loading. The live region is in the page's HTML. */
export function announce(text: string): void {
  const line = document.querySelector('[data-status]');
  if (line) line.textContent = text;
}
