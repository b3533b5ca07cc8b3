/**
 * Replaces each part from `open` to the next `close`, both included; what is not closed stays. In time proportional to the
 * length of the text, which a pattern that looks for both is not.
 */
export function replaceBetween(
  text: string,
  open: string,
  close: string,
  change: (whole: string) => string,
): string {
  let replaced = '';
  let from = 0;
  for (;;) {
    const start = text.indexOf(open, from);
    const end = start === -1 ? -1 : text.indexOf(close, start + open.length);
    if (end === -1) return replaced + text.slice(from);
    replaced += text.slice(from, start) + change(text.slice(start, end + close.length));
    from = end + close.length;
  }
}
