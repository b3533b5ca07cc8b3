/**
 * Comma-separated values by RFC 4180, for spreadsheets: every text quoted, lines ended by CR LF. A text that a spreadsheet
 * would take for a formula gets an apostrophe in front, which `withoutGuard` takes away again; so does what would be one
 * in a program that separates by semicolon, tab or line and does not see the quotes.
 * @param rows the header first.
 */
export function csv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

/** A field of a file as it was before it was written. */
export function withoutGuard(written: string): string {
  return written.replace(guarded, '');
}

/**
 * Where a program could see a formula begin. Apostrophes are passed over, so that none of the text's own is lost on the way
 * back, and quotes, because they are written twice and a program that splits the text sees an empty pair of them first.
 */
const unguarded = /(?<=^|[;\t\r\n])(?=[ '"]*[=+\-@＝＋－＠])|^(?='*[\t\r\n])/g;
const guarded = /(?<=^|[;\t\r\n])'(?=[ '"]*[=+\-@＝＋－＠])|^'(?='*[\t\r\n])/g;

function field(value: string | number): string {
  if (typeof value === 'number') return String(value);
  return `"${value.replace(unguarded, "'").replaceAll('"', '""')}"`;
}
