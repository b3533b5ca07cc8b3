import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { expect, test } from 'vitest';

import packageJson from '../../package.json' with { type: 'json' };
import viteConfig from '../../vite.config.ts';
import { project, readText } from '#tests/project.ts';

const built = globSync('build/client/assets/*.{js,css}', { cwd: project }).map((file) => join(project, file));

/**
 * Features that came later than the browsers of `browserslist` in package.json. A style that only adds something may
 * stay, such as `field-sizing`: without it a field scrolls where it would grow.
 */
const tooNew = {
  '.js':
    /\b(?:URL\.parse|Promise\.try|RegExp\.escape|Error\.isError|Math\.f16round|Intl\.DurationFormat|Iterator\.(?:from|concat)|Uint8Array\.from(?:Base64|Hex)|cookieStore)\b|\.(?:union|intersection|difference|isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference|toBase64|toHex|moveBefore|requestClose)\(|\.(?:values|keys|entries)\(\)\.(?:map|filter|some|every|find|reduce|take|drop|flatMap|toArray)\(/,
  '.css':
    /@scope\b|@function\b|(?:anchor-name|position-anchor|position-area|interpolate-size|text-box)\s*:|[:\s](?:if|calc-size|contrast-color|sibling-index)\(/,
};

test('the build and the README name the browsers of package.json', () => {
  const { browserslist } = packageJson;
  expect(viteConfig).toMatchObject({
    build: { target: browserslist.map((one) => one.replace('ios_saf', 'ios').replace(' ', '')) },
  });
  const readme = readText('README.md').replaceAll(/\s+/g, ' ');
  const [chrome, edge, firefox, safari] = browserslist.map((one) => one.split(' ')[1]);
  expect(chrome).toBe(edge);
  expect(readme).toContain(`Chrome and Edge ${chrome}, Firefox ${firefox}, Safari ${safari}`);
});

test.each(['.js', '.css'] as const)('built files ending in %s use nothing that came later', (ending) => {
  const files = built.filter((file) => file.endsWith(ending));
  expect(files.length).toBeGreaterThan(5);
  const found = files.flatMap((file) => {
    const [use] = tooNew[ending].exec(readFileSync(file, 'utf8')) ?? [];
    return use === undefined ? [] : [`${basename(file)}: ${use}`];
  });
  expect(found).toEqual([]);
});
