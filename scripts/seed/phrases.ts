/** What composed posts are made of. `{thing}`, `{place}`, `{n}`, `{few}`, `{weeks}` and `{role}` are filled in. */

export const things = [
  'booking calendar',
  'invoice run',
  'search box',
  'price list',
  'waiting list',
  'delivery note',
  'sign-up form',
  'night job',
  'customer import',
  'stock count',
  'shift plan',
  'payment reminder',
  'map of branches',
  'product catalogue',
  'returns desk',
  'membership card',
  'repair ticket',
  'photo archive',
  'message inbox',
  'tax report',
  'ticket counter',
  'allergy list',
  'loyalty scheme',
  'room plan',
] as const;

export const places = [
  'at a ferry company',
  'in a town library',
  'for a chain of opticians',
  'at a family brewery',
  'in a children’s hospital',
  'for a bicycle maker',
  'at a language school',
  'in a climbing gym',
  'for a seed merchant',
  'at a housing co-operative',
  'in a small museum',
  'for a removal firm',
  'at a piano workshop',
  'in a wholesale market',
  'for a youth orchestra',
  'at a mountain railway',
  'in a veterinary practice',
  'for a paper mill',
  'at a driving school',
  'in a county archive',
  'for a ski rental',
  'at a boatyard',
  'in a city theatre',
  'for a cheese dairy',
] as const;

/** `{thing}` comes without an article, `{a thing}` with one. */
export const titles = [
  'What {a thing} taught us {place}',
  'Rebuilding {a thing} {place}',
  '{A thing} {place}, one year on',
  'Notes on {a thing} {place}',
  'How we estimated {a thing} {place}',
  'The {thing} nobody used {place}',
  'Moving {a thing} without stopping it {place}',
  'Three mistakes with {a thing} {place}',
  'Why the {thing} was slow {place}',
  'Testing {a thing} {place}',
  'A smaller {thing} {place}',
  'Handing over {a thing} {place}',
  'Before and after: {a thing} {place}',
  'The case for a boring {thing} {place}',
  'Reviewing {a thing} {place}',
  'Thirty calls about {a thing} {place}',
] as const;

export const excerpts = [
  'What looked like a small job turned out to have {few} owners and no rules on paper.',
  'In {weeks} weeks, with {few} people and a great many questions.',
  'We expected a technical problem. It was a telephone.',
  'The old version stayed in use all the time, which was the point.',
  'A short account, with the numbers and the embarrassing part.',
  'How {n} lines became fewer, and why nobody missed them.',
] as const;

export const openings = [
  'When we first saw the {thing} {place}, it was {n} rows of a spreadsheet and one person who understood them.',
  'The request was short: make the {thing} faster. It was not slow, as it turned out, it was merely always late.',
  'Every firm has one thing that everybody uses and nobody owns. Here it was the {thing}.',
  'We had {weeks} weeks, a {thing} that had grown for ten years, and a {role} who was kind enough to answer everything twice.',
  'This is an account of one piece of work {place}, written while the details are still fresh.',
] as const;

export type Theme = { headings: readonly string[]; sentences: readonly string[] };

export const themes: readonly Theme[] = [
  {
    headings: ['Looking first', 'What people really did', 'A day beside the counter', 'Listening'],
    sentences: [
      'We sat beside the {role} for a day and wrote down every sentence that began with “unless”.',
      'There were {few} of them before lunch.',
      'The steps in the handbook were followed on quiet days only.',
      'What looked like a habit was a rule, and what looked like a rule was a habit.',
      'Half of the fields were filled with a full stop because the form insisted on something.',
      'People printed the screen, which told us that the screen forgot things.',
      'The most important information was on a yellow note under the keyboard.',
      'Asked what would help most, {few} of them said the same thing, and it was not on our list.',
    ],
  },
  {
    headings: ['Cutting it into slices', 'The plan', 'Small steps', 'One slice at a time'],
    sentences: [
      'Each slice had to be useful on its own, even if the next one never came.',
      'The first one took {weeks} days and did almost nothing, visibly, from end to end.',
      'We left the old {thing} running and let both disagree in a log for a while.',
      'They disagreed {n} times, and the old one was wrong in most of them.',
      'A slice that could not be explained in one breath was cut again.',
      'Agents wrote most of the code; the briefs took longer than the runs.',
      'Two runs were thrown away, which cost an hour and saved a month.',
      'We refused one shortcut, and regret a different one that we took.',
    ],
  },
  {
    headings: ['The data', 'Under the floor', 'What the table knew', 'Old rows'],
    sentences: [
      'The old table had {n} rows without an owner and one with three.',
      'We moved it in the usual order: add, copy, compare, remove.',
      'A constraint found in a second what a meeting had denied for an hour.',
      'Dates were stored as text in {few} formats, one of them only in August.',
      'We kept the strange rows and gave them a name instead of deleting them.',
      'Copying took eleven minutes in batches of two thousand, and nobody noticed.',
      'Every number in a report now says what it counts.',
      'One index made the largest difference, and one that we removed made the second largest.',
    ],
  },
  {
    headings: ['Tests that earned their keep', 'Proof', 'How we knew', 'Breaking it on purpose'],
    sentences: [
      'The first test was the complaint itself, word for word.',
      'A generated sequence of {few} steps found what a year of use had not.',
      'We broke the {thing} in five places and three tests noticed, so we wrote two more.',
      'The slowest test was removed after we understood what it was afraid of.',
      'An example says what happened once; a property says what must never happen.',
      'Most of the bugs were at the edge between the new part and the old one.',
      'The whole check answers in {weeks} seconds, and is therefore run.',
      'We tried it with the keyboard only and found that the last button could not be reached.',
    ],
  },
  {
    headings: ['What went wrong', 'The embarrassing part', 'Mistakes', 'What we would do differently'],
    sentences: [
      'In the second week we sent {n} messages that should have been one.',
      'We had tested what happens when it works and when it fails, and not when it is merely slow.',
      'The error said that something had gone wrong, which was true and of no use.',
      'We apologised by telephone, which took an afternoon and was well spent.',
      'The cause was a default that nobody had chosen.',
      'A review would have found it; the change had looked too tidy to be read twice.',
      'It was repaired within the hour, and understood two days later.',
      'Since then the {thing} says how old its figures are.',
    ],
  },
  {
    headings: ['What changed', 'Numbers', 'After {weeks} weeks', 'The result'],
    sentences: [
      'Corrections fell from {n} a month to {few}.',
      'The {role} goes home on time on Thursdays, which was the real request.',
      'Pages answer within {n} milliseconds on the worst of their telephones.',
      'Nobody has mentioned the {thing} for a month, and we take that as praise.',
      'We removed about a third of it, measured in lines, and all of it, measured in surprises.',
      'One figure got worse, and we have left it in the report.',
      'Training took twenty minutes and ended early.',
      'The cost was within the range, nearer to its upper end.',
    ],
  },
];

export const listItems = [
  'what must not change, and who said so',
  'the case that happens once a year',
  'a name for each kind of mistake',
  'who is called when it breaks',
  'the words people use, spelled their way',
  'a way back, tried once',
  'the rule nobody had written down',
  'what we agreed to leave out',
  'the largest customer’s data, anonymised',
] as const;

export const quotes = [
  'If it has to be explained, it has to be changed.',
  'We did not need it faster. We needed it once.',
  'I knew that. Nobody asked me.',
  'The new one is boring. Please keep it that way.',
  'It used to surprise me. Now I surprise it.',
] as const;

export const closings = [
  'There is more to tell about the {thing}, and we are glad to: <a href="/contact">write to us</a>.',
  'If you have a {thing} of this kind and a trade you know well, our <a href="/jv-program">program</a> may be for you.',
  'We have written more on how such work begins in <a href="/blog/two-sentences-before-every-change">two sentences before every change</a>.',
  'The next review is in {weeks} weeks. We expect to be wrong about something by then.',
  'How we read changes of this size is described in <a href="/blog/reviewing-what-an-agent-wrote">a separate post</a>.',
  'Who did the work is on <a href="/about">the page about us</a>.',
] as const;

export const roles = [
  'bookkeeper',
  'receptionist',
  'night porter',
  'foreman',
  'librarian',
  'dispatcher',
  'apprentice',
  'owner',
  'head nurse',
] as const;

export const snippets = [
  {
    language: 'sql',
    code: "select kind, count(*)\nfrom corrections\nwhere noted_at &gt;= now() - interval '30 days'\ngroup by kind\norder by count(*) desc;",
  },
  {
    language: 'ts',
    code: 'export function isDue(entry: Entry, today: string): boolean {\n  return entry.settledOn === null &amp;&amp; entry.dueOn &lt;= today;\n}',
  },
  { language: 'bash', code: '$ npm run verify\nformat  ok\nlint    ok\ntypes   ok\nunit    ok' },
] as const;
