import { globSync } from 'node:fs';

import { expect, test } from 'vitest';

import routes from '#app/routes.ts';
import { project, readText } from '#tests/project.ts';

/** Files that cannot use `href`, with the reason. */
const excludedFiles = [
  /** The table of all addresses. */
  /^app\/routes\.ts$/,
  /** Scripts of the public pages, without the framework. */
  /^app\/routes\/public\/script\//,
  /\.test\.tsx?$/,
];

const files = globSync('app/**/*.{ts,tsx}', { cwd: project }).filter(
  (file) => !excludedFiles.some((pattern) => pattern.test(file)),
);
/** How the addresses begin; below `/api` the framework answers only a part. */
const firstSegments = [...new Set(routes.flatMap(pathsOf).map(beginningOf))].filter((text) => text !== '*');
const segment = firstSegments.map((text) => text.replaceAll('.', '\\.')).join('|');

/** An address of app/routes.ts in quotes, or `/` where an address is expected. */
const rawAddress = new RegExp(
  `(?<!href\\()['"\`]/(?:${segment})(?=[/?#'"\`])|\\b(?:to|href|action)=(?:"|\\{['\`])/["'\`?]|\\b(?:redirect|navigate|redirectWithToast)\\(['\`]/`,
  'g',
);

test('an address of app/routes.ts is written with href', () => {
  expect(firstSegments).toEqual(expect.arrayContaining(['admin', 'blog', 'rss.xml']));
  const found = files.flatMap((file) => findRawAddresses(file, readText(file)));
  expect(found).toEqual([]);
});

test.each([
  `<Link to="/admin/posts">`,
  '<Link to={`/admin/posts/edit/${id}`}>',
  `<a href="/">`,
  `redirect('/admin/login')`,
  `throw redirectWithToast('/', toast)`,
  `const path = '/blog';`,
  'void load(`/admin/users/candidates?q=${q}`)',
])('the raw address in %j is found', (line) => {
  expect(findRawAddresses('file.tsx', line)).toHaveLength(1);
});

type RouteEntry = { path?: string | undefined; children?: RouteEntry[] | undefined };

function beginningOf(path: string): string {
  const [first = '', ...others] = path.split('/');
  return first === 'api' ? `${first}/${others[0]}` : first;
}

/** The paths of a route and its children, as app/routes.ts writes them. */
function pathsOf({ path, children = [] }: RouteEntry): string[] {
  return path === undefined ? children.flatMap(pathsOf) : [path];
}

function findRawAddresses(file: string, source: string): string[] {
  return source
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
    .flatMap((line) => (line.match(rawAddress) ?? []).map((found) => `${file}: ${found}`));
}
