import type { ActivityFacts } from '#db/column-types.ts';
import { roleNames, roles } from '#domain/core/permissions.ts';
import { formatterByZone } from '#domain/fields/dates.ts';
import { isId } from '#domain/fields/fields.ts';

/** Names of the facts of the log on the screen. A fact without a name here is shown behind Details. */
const factNames: Readonly<Record<string, string>> = {
  // of posts and terms
  title: 'Title',
  slug: 'Address',
  published: 'Published',
  featured: 'Featured',
  publishedAt: 'Publish date',
  words: 'Words',
  tags: 'Tags',
  categoryId: 'Category',
  authorId: 'Author',
  name: 'Name',
  description: 'Description',
  posts: 'Posts',
  alt: 'Alt text',
  by: 'With',
  caption: 'Caption',
  portrait_id: 'Portrait',
  images: 'Images',
  // of redirects
  from: 'From',
  target: 'To',
  status: 'Status',
  hits: 'Hits',
  // of webhooks
  events: 'Events',
  leadTexts: 'Lead texts',
  on: 'On',
  // of imports
  added: 'Added',
  changed: 'Changed',
  taken: 'Imported',
  skipped: 'Left out',
  deleted: 'Deleted',
  kept: 'Kept',
  // of users
  role: 'Role',
  account: 'Account',
  email: 'Email',
  display_name: 'Display name',
  username: 'Username',
  first_name: 'First name',
  last_name: 'Last name',
  factor: 'With',
  left: 'Codes left',
  sessions: 'Sessions',
  policy: 'Needed by',
  issuer: 'By',
  rights: 'Rights',
  ends: 'Ends',
  // of leads and the newsletter
  owner: 'Owner',
  messages: 'Messages',
  subscriptions: 'Subscriptions',
  subscribers: 'Subscribers',
  starts_at: 'Starts',
  again: 'Again',
  suppressed: 'Kept out',
  asked: 'Asked',
  accepted: 'Not done',
};

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
    const name = Object.hasOwn(factNames, key) ? factNames[key] : undefined;
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
