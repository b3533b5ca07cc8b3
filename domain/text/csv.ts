/**
 * Comma-separated values by RFC 4180, for spreadsheets: quoted where they must be, lines ended by CR LF. A text that a
 * spreadsheet would take for a formula gets an apostrophe in front, which `withoutGuard` takes away again.
 * @param rows the header first.
 */
export function csv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

/** A field of a file as it was before it was written. */
export function withoutGuard(written: string): string {
  return guarded.test(written) ? written.slice(1) : written;
}

/** Also one that has apostrophes in front already, so that none is lost on the way back. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;
const guarded = /^'+[=+\-@\t\r\n＝＋－＠]/;

function field(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
