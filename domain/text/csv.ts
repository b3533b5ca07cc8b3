/**
 * Comma-separated values by RFC 4180, for spreadsheets: quoted where they must be, lines ended by CR LF. A text that a
 * spreadsheet would take for a formula gets an apostrophe in front.
 * @param rows the header first.
 */
export function csv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

function field(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
