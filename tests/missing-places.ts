/**
 * Places of the guides in `docs`, left out one at a time: what the guide calls it, how it is left out, and the check
 * that names it. A check is `types`, or a test file of one of the projects; `built` ones look at a build.
 */
export type MissingPlace = {
  guide: string;
  /** The cell "missing" of the guide's last table. */
  missing: string;
  /** In each file the first text is replaced by the second one. */
  changes: readonly (readonly [file: string, from: string, to: string])[];
  check: 'types' | { project: 'unit' | 'database' | 'rules' | 'http'; file: string; name?: string };
};

const field = 'docs/adding-a-post-field.md';
const kind = 'docs/adding-a-content-type.md';
const migration = 'db/migrations/0003_posts.sql';
const parts = 'db/functions/post_parts.sql';
const fields = 'domain/posts/post-fields.ts';
const everyField = { project: 'http', file: 'tests/http/every-field.test.ts' } as const;
const freshness = {
  project: 'http',
  file: 'tests/http/page-freshness.test.ts',
  name: 'whatever of a',
} as const;
const ofFields = { project: 'database', file: 'domain/posts/post-fields.db.test.ts' } as const;

export const missingPlaces: readonly MissingPlace[] = [
  {
    guide: field,
    missing: 'the column',
    changes: [[migration, '  social_title text check (char_length(social_title) between 1 and 300),\n', '']],
    check: { project: 'database', file: 'db/tables.db.test.ts' },
  },
  {
    guide: field,
    missing: 'the field of a new column',
    changes: [[migration, '  social_title text', '  subtitle text,\n  social_title text']],
    check: ofFields,
  },
  {
    guide: field,
    missing: '`db/tables.ts`',
    changes: [['db/tables.ts', '    social_title: string | null;\n', '']],
    check: 'types',
  },
  {
    guide: field,
    missing: '`db/functions/post_parts.sql`',
    changes: [[parts, ' social_title,', '']],
    check: { project: 'unit', file: 'domain/posts/post-columns.test.ts' },
  },
  {
    guide: field,
    missing: 'the right `shownIn`',
    changes: [
      [fields, "type: 'line', shownIn: 'list', max: 80", "type: 'line', shownIn: 'page', max: 80"],
      [parts, 'technologies, year', 'industry, technologies, year'],
    ],
    check: freshness,
  },
  {
    guide: field,
    missing: 'the control, page, preview or read API',
    changes: [
      ['app/routes/admin/posts/form/own-fields-card.tsx', "'kind'] as const", "'kind', 'industry'] as const"],
    ],
    check: everyField,
  },
  {
    guide: field,
    missing: 'the control, page, preview or read API',
    changes: [['app/routes/public/work/case-study-facts.tsx', "    ['Industry', [industry]],\n", '']],
    check: everyField,
  },
  {
    guide: field,
    missing: 'the control, page, preview or read API',
    changes: [['db/queries/public-posts.ts', "  'language',\n", '']],
    check: everyField,
  },
  {
    guide: field,
    missing: 'reading or writing a new type',
    changes: [['domain/posts/post-state.ts', '  year: () =>', '  years: () =>']],
    check: 'types',
  },
  {
    guide: field,
    missing: 'a revision, pending changes or a copy',
    changes: [['domain/posts/duplicate-post.ts', "'isOwn' in", "name === 'socialTitle' || 'isOwn' in"]],
    check: ofFields,
  },
  {
    guide: kind,
    missing: 'an entry of `domain/core/kinds.ts`',
    changes: [['domain/core/kinds.ts', "    viewsOf: 'path',\n", '']],
    check: 'types',
  },
  {
    guide: kind,
    missing: "columns and order of the admin's list, its page",
    changes: [['app/routes/public/post/post-article.tsx', '  page: null,\n', '']],
    check: 'types',
  },
  {
    guide: kind,
    missing: 'sitemap, search, views, image links',
    changes: [
      ['domain/posts/search-posts.ts', 'isInSearch }) => isInSearch', "folder }) => folder === '/blog'"],
    ],
    check: { project: 'database', file: 'domain/core/kinds.db.test.ts' },
  },
  {
    guide: kind,
    missing: 'a route, or its finished page',
    changes: [['app/routes.ts', "    route('work/:slug', 'routes/public/work/case-study.tsx'),\n", '']],
    check: { project: 'unit', file: 'domain/redirects/own-addresses.test.ts' },
  },
  {
    guide: kind,
    missing: 'the entry of the menu',
    changes: [['app/routes/admin/frame/sections.ts', ", kind: 'case_study' }", ' }']],
    check: { project: 'unit', file: 'app/routes/admin/frame/sections.test.ts' },
  },
  {
    guide: kind,
    missing: 'a fact on page, preview or form, breadcrumbs',
    changes: [
      [
        'app/routes/public/work/case-study.tsx',
        '      breadcrumbs(site, [',
        '      ([] as never[]).concat([',
      ],
    ],
    check: everyField,
  },
  {
    guide: kind,
    missing: 'what its page tells search engines',
    changes: [['app/routes/public/work/case-study.tsx', '        headline: title,\n', '']],
    check: everyField,
  },
  {
    guide: kind,
    missing: 'the end of a day that its list depends on',
    changes: [
      [
        fields,
        "  link: { label: 'Link'",
        "  opens: { label: 'Opens', type: 'day', shownIn: 'list', ...fact },\n  link: { label: 'Link'",
      ],
    ],
    check: { project: 'database', file: 'domain/core/kinds.db.test.ts' },
  },
  {
    guide: kind,
    missing: 'a key of what a fact changes',
    changes: [['domain/posts/case-studies.ts', ', ...cardKeys(rows)]', ']']],
    check: freshness,
  },
  {
    guide: kind,
    missing: 'a field in revisions, pending changes and copies',
    changes: [
      [
        'domain/posts/post-row.ts',
        'factNames.filter(isSaid)',
        "factNames.filter(isSaid).filter((name) => name !== 'industry')",
      ],
    ],
    check: ofFields,
  },
  {
    guide: kind,
    missing: 'who may see and do it',
    changes: [['tests/access/writing-rows.ts', '  work.read(writers),\n', '']],
    check: { project: 'unit', file: 'tests/access/matrix.test.ts' },
  },
  {
    guide: kind,
    missing: 'an entry of the activity log',
    changes: [
      [
        'domain/posts/order-case-studies.ts',
        "    await recordActivity(trx, ctx, { action: 'case-studies-ordered', after: { byHand: ids.length } });\n",
        '',
      ],
    ],
    check: { project: 'http', file: 'tests/http/access.test.ts' },
  },
];
