import type { ActivityFacts } from '#db/column-types.ts';

type Fact = ActivityFacts[string];
export type Facts = Readonly<Record<string, Fact | Date>>;

/** Longer texts are cut: the log is no copy of the content. Characters. */
const maxLength = 500;

/** The fields that differ between two states, with both values; null when none does. Only fields of both are compared. */
export function changedFacts(
  before: Facts,
  after: Facts,
): { before: ActivityFacts; after: ActivityFacts } | null {
  const names = Object.keys(after).filter(
    (name) => name in before && plain(before[name]) !== plain(after[name]),
  );
  if (names.length === 0) return null;
  return { before: picked(before, names), after: picked(after, names) };
}

/** Facts as the log keeps them: instants as ISO texts, long texts cut. */
export function keptFacts(facts: Facts): ActivityFacts {
  return picked(facts, Object.keys(facts));
}

function picked(facts: Facts, names: readonly string[]): ActivityFacts {
  return Object.fromEntries(names.map((name) => [name, cut(plain(facts[name]))]));
}

function plain(fact: Fact | Date | undefined): Fact {
  return fact instanceof Date ? fact.toISOString() : (fact ?? null);
}

function cut(fact: Fact): Fact {
  if (typeof fact !== 'string' || fact.length <= maxLength) return fact;
  return `${fact.slice(0, maxLength - 1).toWellFormed()}…`;
}
