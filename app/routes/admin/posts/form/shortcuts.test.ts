import { expect, test } from 'vitest';

import { controls, paragraph } from '#app/editor/tools/controls.ts';
import { shortcuts } from './shortcuts.ts';

test('the list says the keys of every control, by its name', () => {
  const said = new Map(shortcuts.flatMap(({ keys }) => keys));
  for (const { name, shortcut } of [...controls, paragraph]) {
    if (shortcut === undefined || name.startsWith('Heading')) continue;
    expect(said.get(shortcut.replaceAll('+', ' ')), name).toBe(name);
  }
  expect(said.get('Mod Alt 1–6')).toBe('Heading 1 to 6');
});
