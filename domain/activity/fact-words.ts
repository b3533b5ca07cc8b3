import type { ActivityFacts } from '#db/column-types.ts';
import { roleNames, roles } from '#domain/core/permissions.ts';
import { formatterByZone } from '#domain/fields/dates.ts';
import { isId } from '#domain/fields/fields.ts';

/** Facts of the log that stand on the screen under their own names. */
const plainFacts =
  `title published featured words tags name description posts caption images status hits events on
  from added changed deleted kept role account email display_name username first_name last_name sessions rights ends
  owner messages subscriptions subscribers again asked`.split(/\s+/);

/** The names of all facts that are shown. One without a name here is shown behind Details. */
const factNames: ReadonlyMap<string, string> = new Map([
  ...plainFacts.map((fact) => [fact, capitalized(fact)] as const),
  ['slug', 'Address'],
  ['publishedAt', 'Publish date'],
  ['categoryId', 'Category'],
  ['authorId', 'Author'],
  ['alt', 'Alt text'],
  ['by', 'With'],
  ['portrait_id', 'Portrait'],
  ['target', 'To'],
  ['leadTexts', 'Lead texts'],
  ['taken', 'Imported'],
  ['skipped', 'Left out'],
  ['factor', 'With'],
  ['left', 'Codes left'],
  ['policy', 'Needed by'],
  ['issuer', 'By'],
  ['starts_at', 'Starts'],
  ['suppressed', 'Kept out'],
  ['accepted', 'Not done'],
]);

function capitalized(fact: string): string {
  return fact.charAt(0).toUpperCase() + fact.slice(1).replaceAll('_', ' ');
}

type FactChange = { name: string; before: string | null; after: string | null };

const moment = formatterByZone({ dateStyle: 'medium', timeStyle: 'short' });
const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/**
 * The changes, in words of the screen.
 * @param before null: nothing is told of it
 * @returns `details`: facts without a name of their own, raw; null without any
 */
export function presentFacts(
  before: ActivityFacts | null,
  after: ActivityFacts | null,
  timeZone: string,
): { changes: FactChange[]; details: string | null } {
  const changes: FactChange[] = [];
  const details: string[] = [];
  for (const key of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
    const [was, is] = [before?.[key], after?.[key]];
    const name = factNames.get(key);
    const isReference = [was, is].some((fact) => typeof fact === 'string' && isId(fact));
    if (name === undefined || isReference) details.push(`${key}: ${rawChange(was, is)}`);
    if (name === undefined) continue;
    const words = (fact: Fact | undefined) => (fact === undefined ? null : factWords(fact, timeZone));
    changes.push(
      isReference ? { name, before: null, after: 'changed' } : { name, before: words(was), after: words(is) },
    );
  }
  return { changes, details: details.join('\n') || null };
}

type Fact = ActivityFacts[string];

function rawChange(was: Fact | undefined, is: Fact | undefined): string {
  return [was, is].filter((fact) => fact !== undefined).join(' → ');
}

function factWords(fact: Fact, timeZone: string): string {
  if (fact === null || fact === '') return 'none';
  if (typeof fact === 'boolean') return fact ? 'yes' : 'no';
  if (typeof fact === 'number') return fact.toLocaleString('en-US');
  if (isInstant.test(fact)) return moment(timeZone).format(new Date(fact));
  const role = roles.find((one) => one === fact);
  return role === undefined ? fact : roleNames[role];
}
