/** Beside the text the table of contents is open; above it, on a phone, the reader opens it. */
export function openContents(): void {
  const contents = document.querySelector<HTMLDetailsElement>('.contents details');
  if (contents === null) return;
  const isWide = matchMedia('(width >= 64rem)');
  const follow = () => {
    contents.open = isWide.matches;
  };
  follow();
  isWide.addEventListener('change', follow);
}
