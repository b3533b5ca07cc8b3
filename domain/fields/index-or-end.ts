/** Where a text has the wanted one at or after `from`; its length where it has not. */
export function indexOrEnd(text: string, wanted: string, from: number): number {
  const index = text.indexOf(wanted, from);
  return index === -1 ? text.length : index;
}
