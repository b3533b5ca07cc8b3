import { expect, test } from 'vitest';

import { importItem } from './import-item.ts';
import { isTemplatePlace, markdownState } from './markdown/markdown-state.ts';
import { decideState } from './public-state.ts';

const around = { timeZone: 'UTC', isDayFirst: false, now: new Date('2026-01-01T00:00:00Z') };
const decide = (fields: object, path = 'posts/a.md') =>
  decideState(markdownState(path, { ...fields }, '2020-01-01'), around);

test.for<object>([
  { draft: 'no', published: 'yes' }, { draft: false }, { draft: null }, { published: 'TRUE' }, { status: 'Published' }, { publish: 1 }, { hide: ['toc'] },
  { permalink: '/a/' }, { render: 'always' }, { build: { list: 'always' } }, { expiryDate: '2030-01-01' }, { published: '2019-05-06' }, { cover: { hidden: true } },
  { list: 'a, b' }, { publishDate: '2019-01-01' },
])('a text that says %j was public', (fields) => {
  expect(decide(fields)).toMatchObject({ published: true, reason: expect.stringMatching(/^It is public/) });
}); // prettier-ignore

test.for<object>([
  { draft: 'yes' }, { draft: 'on' }, { draft: 1 }, { draft: 'true' }, { Draft: true }, { DRAFT: 'Yes' }, { draft: 'maybe' }, { isDraft: true }, { is_draft: true },
  { published: 'no' }, { published: 'off' }, { published: 0 }, { published: null }, { publish: false }, { 'dg-publish': false }, { public: 'n' },
  { private: true }, { hidden: true }, { unlisted: true }, { headless: true }, { password: 'hunter2' }, { protected: 'yes' },
  { status: 'pending' }, { status: 'DRAFT' }, { status: '' }, { status: ['published'] }, { visibility: 'members' }, { state: 'idea' },
  { _build: { render: 'never' } }, { build: { list: false } }, { 'build.render': 'link' }, { extra: { draft: true } }, { 'params.draft': true },
  { nopublish: true }, { members: true }, { hexo_hide: true }, { scheduled: 'in spring' }, { listed: false }, { output: false }, { eleventyExcludeFromCollections: true }, { entwurf: true }, { statut: 'brouillon' }, { audience: 'only_paid' }, { meta: { draft: true } }, { embargo_until: 'in spring' },
  { permalink: false }, { render: false }, { expiryDate: '2025-12-31' }, { unpublishDate: 'in spring' }, { publishDate: 'in spring' },
])('a text that says %j becomes a draft, and the reason is said', (fields) => {
  const { published, reason } = decide(fields);
  expect([published, reason]).toEqual([false, expect.stringMatching(/^It becomes a draft: /)]);
  expect(reason).not.toContain('hunter2');
}); // prettier-ignore

test.for(['_drafts/a.md', 'content/Drafts/a.md', 'private/a.md', 'posts/_a.md', 'posts/a.draft.md'])(
  'a text at %s becomes a draft',
  (path) => expect(decide({}, path)).toMatchObject({ published: false }),
);

test('a text is scheduled for the latest of its dates ahead, and shows the one that it shows otherwise', () => {
  const [ahead, past] = ['2035-01-01', '2019-01-01'];
  expect(decide({ publishDate: ahead })).toMatchObject({ published: true, publishedAt: new Date(ahead) });
  expect(decide({ publishDate: ahead }).reason).toBe('It is scheduled: its date is ahead');
  expect(decide({ publishDate: past }).publishedAt).toEqual(new Date('2020-01-01'));
});

test('a text that was to be published at a date that is past becomes a draft', () => {
  const marks = [{ name: 'status', value: 'publish', publicIf: 'public state' as const }];
  expect(decideState({ marks, date: '2020-01-01', isScheduled: true }, around).published).toBe(false);
  expect(decideState({ marks, date: '2030-01-01', isScheduled: true }, around).published).toBe(true);
});

test.for(['trash', 'auto-draft', 'inherit', 'Deleted'])('a text in the state %s is left out', (value) => {
  const state = { marks: [{ name: 'status', value, publicIf: 'public state' as const }], date: null };
  expect(importItem({ id: '1', place: 'post 1', state }).skipped).toContain(value.toLowerCase());
});

test('what programs begin a text with is a template', () => {
  expect(['archetypes/a.md', 'x/scaffolds/post.md', 'posts/templates.md'].map(isTemplatePlace)).toEqual([
    true,
    true,
    false,
  ]);
});
