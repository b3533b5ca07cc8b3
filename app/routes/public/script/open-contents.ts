/** Beside the text, contents and facts are open; above it, on a phone, the reader opens them. */
export function openContents(): void {
  const isWide = matchMedia('(width >= 64rem)');
  for (const folded of document.querySelectorAll<HTMLDetailsElement>(':is(.contents, .case-facts) details')) {
    const follow = () => {
      folded.open = isWide.matches;
    };
    follow();
    isWide.addEventListener('change', follow);
  }
}
