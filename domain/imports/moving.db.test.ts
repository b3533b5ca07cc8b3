import { sql } from 'kysely';
import { expect } from 'vitest';

import type { Database } from '#db/client.ts';
import { corpusPath, missingCorpus } from '#tests/corpora.ts';
import { test } from '#tests/database.ts';
import { useImports } from '#tests/use-imports.ts';
import type { ImportReport } from './import-report.ts';

const { written, moveIn } = useImports();
/** Files that went wrong; beside each rule that they show, this file has a small one of the same kind. */
const corpusMissing = missingCorpus('moving/README.md');
const corpus = (name: string) => corpusPath(`moving/${name}`);

const noted = ({ rows }: ImportReport) => Object.fromEntries(rows.map(({ title, notes }) => [title, notes.map(({ what }) => what)])); // prettier-ignore

const daysOf = async (db: Database) =>
  Object.fromEntries(
    (await sql<{ title: string; day: string }>`
      select title, to_char(published_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as day from blog_posts`.execute(db)).rows.map(({ title, day }) => [title, day]),
  ); // prettier-ignore

test('dates are read as they are written, in the zone of the source, and every doubt is named', async ({
  own,
}) => {
  const dated = (title: string, date: string) => `---\ntitle: ${title}\ndate: ${date}\n---\nWords.\n`;
  const report = await moveIn(own.db, await written({
    '_config.yml': 'title: Old\ntimezone: "Europe/Berlin"\n',
    '_posts/2013-7-3-named.md': '---\ntitle: Named\n---\nWords.\n',
    '_posts/a.md': dated('Slashes', '2013/7/13 20:46:25'),
    '_posts/b.md': dated('List', '[2019-07-02 10:00]'),
    '_posts/c.md': dated('Either', '03/04/2012'),
    '_posts/d.md': dated('Day first', '25/12/2012'),
    '_posts/toml.md': '+++\ntitle = "Toml"\ndate = 2019-07-02T10:00:00\n+++\nWords.\n',
    '_posts/none.md': '---\ntitle: None\n---\nWords.\n',
    'about.md': '---\ntitle: About\nkind: page\n---\nWords.\n',
  })); // prettier-ignore
  expect(await daysOf(own.db)).toMatchObject({
    Named: '2013-07-02 22:00',
    Slashes: '2013-07-13 18:46',
    List: '2019-07-02 08:00',
    Either: '2012-04-02 22:00',
    'Day first': '2012-12-24 23:00',
    Toml: '2019-07-02 08:00',
  });
  expect(noted(report)).toMatchObject({
    Slashes: [],
    Either: ['Date "03/04/2012": it was read as April 3, 2012'],
    None: ['It has no date, and gets the one of today'],
    About: [],
  });
});

test('a WordPress item that has only pubDate is of that day', async ({ own }) => {
  const item = '<item><title>Feed</title><pubDate>Fri, 07 Jun 2013 03:00:44 +0000</pubDate><wp:post_type>post</wp:post_type><wp:post_id>4</wp:post_id><wp:status>publish</wp:status></item>';
  await moveIn(own.db, await written({ 'a.xml': `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${item}</channel></rss>` }));
  expect(await daysOf(own.db)).toEqual({ Feed: '2013-06-07 03:00' });
}); // prettier-ignore

test.skipIf(corpusMissing)('corpora/moving/dates: each text has its own day', async ({ own }) => {
  await moveIn(own.db, corpus('dates'));
  const days = Object.entries(await daysOf(own.db)).map(([title, day]) => [title, day.slice(0, 10)]);
  expect(Object.fromEntries(days)).toEqual({
    slash: '2013-07-13',
    dmylong: '2019-10-06',
    dots: '2019-07-02',
    offset: '2019-07-02',
    list: '2019-07-02',
    unix: '2019-07-02',
    '2013-7-3-short-file': '2013-07-03',
  });
});
