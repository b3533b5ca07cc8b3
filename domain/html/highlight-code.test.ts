import { expect, test } from 'vitest';

import { isLong } from '#tests/long.ts';
import { highlightCode, createCodeColors } from './highlight-code.ts';

const languages =
  'bash c cpp csharp css diff dockerfile elixir go graphql haskell http ini java javascript json kotlin lua makefile ' +
  'markdown nginx perl php python r ruby rust scss shell sql swift typescript xml yaml';

/** Inputs that made a grammar's time grow with the square of its input, or worse. */
const hostileUnits = ['a', '_', '0', 'a b ', 'the ', 'a.', '\n', '[a](', '"', '<a ', '{', '-'];

/** Characters of the code, and of each line. */
const lengths = [
  [20_000, 1_000],
  [20_000, 80],
  [5_000, 1_000],
  [20_000, 20_000],
] as const;

test.each(languages.split(' '))('highlightCode takes less than a second for hostile %s', (language) => {
  for (const unit of hostileUnits) {
    for (const [length, line] of isLong ? lengths : lengths.slice(0, 1)) {
      const code = unit
        .repeat(length)
        .slice(0, length)
        .replace(new RegExp(`.{${line - 1}}`, 'g'), '$&\n')
        .slice(0, length);
      const begin = process.threadCpuUsage();
      highlightCode(code, language);
      const { user, system } = process.threadCpuUsage(begin);
      expect((user + system) / 1000, `${JSON.stringify(unit)}, ${length} in lines of ${line}`).toBeLessThan(
        1_000,
      );
    }
  }
});

test('highlightCode leaves a file, a very long line and an unknown language plain', () => {
  expect(highlightCode('let a = 1;', 'js')?.[0]).toMatchObject({ attributes: { class: 'c-keyword' } });
  expect(highlightCode('let a = 1;\n'.repeat(2_000), 'js')).toBeNull();
  expect(highlightCode(`let a = '${'x'.repeat(1_000)}';`, 'js')).toBeNull();
  expect(highlightCode('int a = 1;\n'.repeat(500), 'cs')).toBeNull();
  expect(highlightCode('let a = 1;', 'nothing')).toBeNull();
});

test('createCodeColors leaves what comes after 60,000 characters of one post plain', () => {
  const color = createCodeColors();
  const example = 'let a = 1;\n'.repeat(1_000);
  const colored = Array.from({ length: 7 }, () => color(example, 'js') !== null);
  expect(colored).toEqual([true, true, true, true, true, false, false]);
});
