import { expect, test } from 'vitest';

import { parseRedirects } from './parse-redirects.ts';

const rowsOf = (text: string) =>
  parseRedirects(text)?.map(({ row, from, to, status, problem }) => [row, from, to, problem ?? status]);

const unread = 'This pattern cannot be read.';

test.each([
  [
    'a table',
    'From,To,Status\n/a,/b,301\n\nhttps://old.test/c?,https://d.test/,\n/e,ftp://f.test,302',
    [[2, '/a', '/b', 301], [4, '/c?', 'https://d.test/', 301], [5, '/e', 'ftp://f.test', 302]],
  ],
  ['a table with tabs', 'From\tTo\tStatus\n/a\t/b, c\t302', [[2, '/a', '/b, c', 302]]],
  ['a table with other heads', 'Source URL;Destination\n/a;/b', [[2, '/a', '/b', 301]]],
  [
    'JSON of Ghost',
    '[{"from":"^/a/?$","to":"/b","permanent":true},{"from":"/c/(.*)","to":"/d/$1"},{"from":"/(x|y)","to":"/z"}]',
    [[1, '/a', '/b', 301], [2, '/c/*', '/d/*', 302], [3, '/(x|y)', '/z', unread]],
  ],
  [
    'YAML of Ghost',
    '301:\n  /a: /b\n  ^\\/c\\/$: /d\n302:\n  /e/: https://f.test/\n',
    [[1, '/a', '/b', 301], [2, '/c', '/d', 301], [3, '/e/', 'https://f.test/', 302]],
  ],
  [
    '_redirects',
    '# Old\n/a /b\n/c/* /d/:splat 302!\n/e /f 200 Country=de\n/g/:id /h/:id',
    [
      [2, '/a', '/b', 301],
      [3, '/c/*', '/d/*', 302],
      [4, '/e', '/f', 'It has conditions or placeholders, which cannot be read.'],
      [5, '/g/:id', '/h/:id', 'It has conditions or placeholders, which cannot be read.'],
    ],
  ],
  [
    'Apache',
    [
      'RewriteEngine On', 'Redirect 301 /a /b', 'Redirect gone /c', 'RedirectPermanent /d.html https://e.test/f',
      'RewriteRule ^g/?$ /h [R=301,L]', 'RewriteRule ^i/(.*)$ /j/$1 [L,R=301]', 'RewriteRule ^k$ /l [L]',
      'RewriteCond %{HTTP_HOST} ^m', 'RewriteRule ^n$ /o [R=301]', 'RedirectMatch 301 "^/p/.*$" /q', 'Deny from all',
    ].join('\n'),
    [
      [2, '/a/*', '/b/*', 301], [3, '/c', '', 410], [4, '/d.html', 'https://e.test/f', 301],
      [5, '/g', '/h', 301], [6, '/i/*', '/j/*', 301], [7, '/k', '/l', 'It shows another page at the same address.'],
      [9, '/n', '/o', 'It holds under a condition only.'], [10, '/p/*', '/q', 301], [11, 'Deny from all', '', 'This line is not a redirect.'],
    ],
  ],
  ['another text', '---\ntitle: A\n---\nWords.', undefined],
  ['another JSON', '{"name": "x"}', undefined],
])('redirects in %s are read', (_name, text, rows) => {
  expect(rowsOf(text)).toEqual(rows);
}); // prettier-ignore
