/** Says something to who listens, and, while a page is being left, to who looks. It is in the page from the start. */
export function announce(words: string): void {
  const line = document.querySelector('[data-status]');
  if (line) line.textContent = words;
}
