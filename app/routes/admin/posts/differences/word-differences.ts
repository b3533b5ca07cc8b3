import { diffLines, diffWordsWithSpace, type ChangeObject } from 'diff';

export type WordRun = { kind: 'same' | 'removed' | 'added'; text: string };

/** Milliseconds that comparing may take before a coarser answer has to do: two long texts with nothing in common. */
const timeoutMilliseconds = 400;

/** What has to be taken out of one text and put in to get the other: word by word, or by the paragraph. */
export function wordDifferences(one: string, other: string): WordRun[] {
  const changes =
    diffWordsWithSpace(one, other, { timeout: timeoutMilliseconds }) ??
    diffLines(one, other, { timeout: timeoutMilliseconds }) ??
    wholly(one, other);
  const runs = changes.map(({ value, added, removed }): WordRun => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
  return joined(runs);
}

/** Changes with nothing but a space between them read as one. */
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

function wholly(one: string, other: string): Pick<ChangeObject<string>, 'value' | 'added' | 'removed'>[] {
  return [
    { value: one, added: false, removed: true },
    { value: other, added: true, removed: false },
  ];
}

/** Long runs of what did not change are shown by their ends, of whole words where there are any. */
export function shortened(text: string, where: 'first' | 'middle' | 'last'): string {
  const around = 120;
  if (text.length <= 3 * around) return text;
  const head = where === 'first' ? '' : text.slice(0, around).replace(/\s\S{0,30}$/, '');
  const tail = where === 'last' ? '' : text.slice(-around).replace(/^\S{0,30}\s/, '');
  return [head, '…', tail].filter((part) => part !== '').join('\n');
}
