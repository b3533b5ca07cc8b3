/** Runs before a statement gets a name: a name for a rare statement is not worth its memory. */
const runsBefore = 3;
/** Named statements of a process; each connection keeps the plans of those it was asked, some 50 KB each. */
const maxNames = 200;
/** Statements counted on the way to a name, so that the counts of rare texts are dropped. */
const maxCounted = 1_000;

const rowStatement = /^\s*(?:with|select|insert|update|delete)\b/i;
/** A star before a number multiplies. */
const anyColumns = /(?<!\()\*(?! \d)|\*(?!\)| \d)/;

/**
 * Gives statements that keep coming back a name. PostgreSQL reads and plans a named statement once for each connection,
 * which for our small answers is up to half of the whole time (decision 0014).
 *
 * Never named: what is no statement on rows, and what says `*` for columns. The columns of those can change
 * under an older process while a newer one migrates, and PostgreSQL then refuses the kept plan.
 * @returns the name for a statement's text, or undefined while it has none.
 */
export function openStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const runs = new Map<string, number>();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined || names.size === maxNames) return name;
    const count = (runs.get(text) ?? 0) + 1;
    if (count <= runsBefore) {
      if (runs.size === maxCounted) runs.clear();
      runs.set(text, count);
      return undefined;
    }
    runs.delete(text);
    if (!rowStatement.test(text) || anyColumns.test(text)) return undefined;
    names.set(text, `s${names.size}`);
    return names.get(text);
  };
}
