import { expect, test } from 'vitest';

import { controls, paragraph } from '#app/editor/controls.ts';
import { findShortcuts, shortcuts } from './shortcuts.ts';

test('the list says the keys of every control, by its name', () => {
  const said = new Map(shortcuts.flatMap(({ keys }) => keys));
  for (const { name, shortcut } of [...controls, paragraph]) {
    if (shortcut === undefined || name.startsWith('Heading')) continue;
    expect(said.get(shortcut.replaceAll('+', ' ')), name).toBe(name);
  }
  expect(said.get('Mod Alt 1–6')).toBe('Heading 1 to 6');
});

test.each([
  ['bold', [['Mod B', 'Bold']]],
  ['ctrl+shift+7', [['Mod Shift 7', 'Ordered list']]],
  ['nothing of the kind', []],
])('findShortcuts finds "%s" by name or keys', (query, found) => {
  expect(findShortcuts(query, 'Ctrl').flatMap(({ keys }) => keys)).toEqual(found);
});

test('findShortcuts returns every shortcut for an empty query', () => {
  expect(findShortcuts(' ', 'Ctrl')).toEqual(shortcuts);
});
