/** The number in the short address of a WordPress text, `/?p=12`. @param search '' or the query with its question mark */
export function idIn(search: string): string | null {
  return /[?&](?:p|page_id)=(\d{1,12})(?:&|$)/.exec(search)?.[1] ?? null;
}

/** The path under which a rule for such an address is kept: the question mark is a character of it. */
export function shortAddress(id: string): string {
  return `/${encodeURIComponent(`?p=${id}`)}`;
}
