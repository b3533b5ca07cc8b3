import editDistance from 'damerau-levenshtein';

/** What is compared of an address, in characters. */
const maxCompared = 120;
/** Existing addresses that are compared character by character with one that is missing. */
const maxCandidates = 12;
/** Likeness from which on an address is proposed: 1 is the same. */
const leastLikeness = 0.5;
/** Words that say nothing of what an address is about. */
const emptyWords = new Set([
  'blog',
  'category',
  'tag',
  'html',
  'htm',
  'php',
  'aspx',
  'index',
  'the',
  'and',
  'of',
  'a',
]);

/**
 * Finds what a missing address may have meant: the existing one with the likest last words. Only addresses that share a word
 * with it, or the beginning or end of one, are compared character by character.
 *
 * @param existing paths, the likelier of two equal ones first
 * @returns a function from a missing path to one of them, or null when none is like it
 */
export function createTargetProposals(existing: readonly string[]): (missing: string) => string | null {
  const byWord = new Map<string, { path: string; words: ReadonlySet<string>; name: string }[]>();
  for (const path of existing) {
    const entry = { path, words: wordsOf(path), name: nameOf(path) };
    for (const key of keysOf(entry.words)) {
      const list = byWord.get(key);
      if (list === undefined) byWord.set(key, [entry]);
      else list.push(entry);
    }
  }

  return (missing) => {
    const words = wordsOf(missing);
    const name = nameOf(missing);
    const shared = new Map<
      string,
      { entry: { path: string; words: ReadonlySet<string>; name: string }; keys: number }
    >();
    for (const key of keysOf(words)) {
      for (const entry of byWord.get(key) ?? []) {
        const known = shared.get(entry.path);
        if (known === undefined) shared.set(entry.path, { entry, keys: 1 });
        else known.keys += 1;
      }
    }
    const [best] = [...shared.values()]
      .toSorted((one, other) => other.keys - one.keys)
      .slice(0, maxCandidates)
      .map(({ entry }) => ({ path: entry.path, likeness: likeness({ words, name }, entry) }))
      .toSorted((one, other) => other.likeness - one.likeness);
    return best !== undefined && best.likeness >= leastLikeness ? best.path : null;
  };
}

type Compared = { words: ReadonlySet<string>; name: string };

/** The better of two: shared words, and equal characters. */
function likeness(one: Compared, other: Compared): number {
  const both = one.words.intersection(other.words).size;
  const all = one.words.union(other.words).size;
  const byWords = all === 0 ? 0 : both / all;
  return Math.max(byWords, editDistance(one.name, other.name).similarity);
}

/** The words of the last two segments: the folder often says as much as the name. */
function wordsOf(path: string): Set<string> {
  const text = readable(path).split('/').slice(-2).join(' ').slice(-maxCompared);
  return new Set(text.match(/[\p{L}\p{N}]+/gu)?.filter((word) => !emptyWords.has(word)) ?? []);
}

/** The last segment without what ends the name of a file. */
function nameOf(path: string): string {
  return readable(path.slice(path.lastIndexOf('/') + 1))
    .replace(/\.(?:html?|php|aspx?)$/, '')
    .slice(0, maxCompared);
}

/** Words with their beginnings and ends, for addresses that are misspelled or have another ending. */
function keysOf(words: ReadonlySet<string>): Set<string> {
  return new Set([...words].flatMap((word) => [word, `${word.slice(0, 2)}-`, `-${word.slice(-3)}`]));
}

function readable(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase();
  } catch {
    return path;
  }
}
