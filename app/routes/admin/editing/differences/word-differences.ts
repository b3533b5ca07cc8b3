import { diffLines, diffWordsWithSpace } from 'diff';

type WordRun = { kind: 'same' | 'removed' | 'added'; text: string };

/** Milliseconds for each comparison; after that a coarser one is tried, such as for two long texts without common words. */
const timeoutMilliseconds = 400;

/** The words removed from one text and added to get the other; whole lines or texts where words take too long. */
export function wordDifferences(one: string, other: string): WordRun[] {
  const changes = diffWordsWithSpace(one, other, { timeout: timeoutMilliseconds }) ??
    diffLines(one, other, { timeout: timeoutMilliseconds }) ?? [
      { value: one, added: false, removed: true },
      { value: other, added: true, removed: false },
    ];
  const runs = changes.map(({ value, added, removed }): WordRun => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
  return joined(runs);
}

/** Joins changes with only a space between them. */
function joined(runs: readonly WordRun[]): WordRun[] {
  const result: WordRun[] = [];
  let [removed, added] = ['', ''];
  const close = () => {
    if (removed !== '') result.push({ kind: 'removed', text: removed });
    if (added !== '') result.push({ kind: 'added', text: added });
    [removed, added] = ['', ''];
  };
  for (const [index, { kind, text }] of runs.entries()) {
    const isBetween = removed !== '' && added !== '' && runs[index + 1] !== undefined && text.trim() === '';
    if (kind !== 'added' && (kind === 'removed' || isBetween)) removed += text;
    if (kind !== 'removed' && (kind === 'added' || isBetween)) added += text;
    if (kind !== 'same' || isBetween) continue;
    close();
    result.push({ kind, text });
  }
  close();
  return result;
}

/** Shortens a long unchanged text to its ends, cut between words where possible. */
export function shortened(text: string, where: 'first' | 'middle' | 'last'): string {
  const around = 120;
  if (text.length <= 3 * around) return text;
  const head = where === 'first' ? '' : text.slice(0, around).replace(/\s\S{0,30}$/, '');
  const tail = where === 'last' ? '' : text.slice(-around).replace(/^\S{0,30}\s/, '');
  return [head, '…', tail].filter((part) => part !== '').join('\n');
}
