import { readFileSync } from 'node:fs';

import { z } from 'zod';

import { everythingSupported } from './supported.ts';

/**
 * Prints `client-support.json` anew, from what caniemail.com publishes:
 *
 * curl -O https://www.caniemail.com/api/data.json
 * node tests/email-support/read-caniemail.ts data.json > tests/email-support/client-support.json
 *
 * Of each program the newest version counts that was tested.
 */
const clients = {
  'gmail.desktop-webmail': 'Gmail on the web',
  'gmail.ios': 'Gmail on iOS',
  'gmail.android': 'Gmail on Android',
  'outlook.windows': 'Outlook on Windows',
  'outlook.windows-mail': 'Windows Mail',
  'outlook.macos': 'Outlook on macOS',
  'outlook.outlook-com': 'Outlook.com',
  'apple-mail.macos': 'Apple Mail on macOS',
  'apple-mail.ios': 'Apple Mail on iOS',
  'yahoo.desktop-webmail': 'Yahoo Mail',
  'samsung-email.android': 'Samsung Email',
  'thunderbird.macos': 'Thunderbird',
};

const prefix = /^(?:partial|buggy|not supported)(?: support)?[.:] /i;
const link = /\[([^\]]*)\]\([^)]*\)/g;

const published = z.object({
  last_update_date: z.string(),
  data: z.array(
    z.object({
      slug: z.string(),
      stats: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.string()))),
      notes_by_num: z.record(z.string(), z.string()).nullable(),
    }),
  ),
});

const { last_update_date: updated, data } = published.parse(
  JSON.parse(readFileSync(process.argv[2] ?? 'data.json', 'utf8')),
);
const wanted = new Set(
  everythingSupported.flatMap(([, entry]) => ('feature' in entry ? [entry.feature] : [])),
);
const features = Object.fromEntries(
  data.filter(({ slug }) => wanted.has(slug)).map((feature) => [feature.slug, lackingOf(feature)]),
);
console.log(
  JSON.stringify(
    {
      source: 'https://www.caniemail.com/api/data.json',
      published: updated.slice(0, 10),
      clients: Object.values(clients),
      features,
    },
    null,
    2,
  ),
);

/** Of each of the twelve that lacks a feature, or some of it: what it lacks. */
function lackingOf({ stats, notes_by_num: notes }: z.infer<typeof published>['data'][number]) {
  return Object.fromEntries(
    Object.entries(clients).flatMap(([key, name]) => {
      const [family = '', platform = ''] = key.split('.');
      const newest = Object.entries(stats[family]?.[platform] ?? {}).toSorted(
        ([a], [b]) => age(b) - age(a),
      )[0];
      const [support = 'u', ...marks] = newest?.[1].split(' ') ?? [];
      if (support === 'y') return [];
      const words = { n: 'not at all', a: 'in part', u: 'not tested' }[support] ?? support;
      const remarks = marks.flatMap((mark) => notes?.[mark.slice(1)]?.replace(prefix, '') ?? []);
      return [
        [
          name,
          `${words}${remarks.length === 0 ? '' : `: ${remarks.join(' ')}`}`
            .replaceAll(link, '$1')
            .replaceAll(/(?<=behavi)our/g, 'or'),
        ],
      ];
    }),
  );
}

/** Versions are dates, numbers, or the years that Outlook for macOS had before its numbers. */
function age(version: string): number {
  const [, year, month] = /^(20\d\d)-(\d\d)/.exec(version) ?? [];
  if (year !== undefined) return Number(year) * 12 + Number(month);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return (major > 1_990 ? major / 10_000 : major) + minor / 1_000;
}
