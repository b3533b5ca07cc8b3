import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { chooseBrowser, installedBrowser } from './browser-binary.ts';

test.skipIf(process.platform !== 'linux' || process.arch !== 'x64')(
  'chooseBrowser prefers the pinned browser to one on PATH, and CHROMIUM_PATH to both',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'anyforge-path-'));
    const installed = join(folder, 'chromium');
    await writeFile(installed, '#!/bin/sh\n', { mode: 0o755 });
    expect(chooseBrowser({ PATH: folder, CHROMIUM_PATH: '' })).toBeUndefined();
    expect(chooseBrowser({ PATH: folder, CHROMIUM_PATH: installed })).toBe(installed);
    expect(() => chooseBrowser({ CHROMIUM_PATH: join(folder, 'missing') })).toThrow('is not a program');
    await rm(folder, { recursive: true });
  },
);

test('installedBrowser finds Chrome among the applications of macOS, and one on PATH before it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'anyforge-applications-'));
  expect(installedBrowser(folder, [folder])).toBeUndefined();
  const chrome = join(folder, 'Google Chrome.app/Contents/MacOS/Google Chrome');
  await mkdir(dirname(chrome), { recursive: true });
  await writeFile(chrome, '#!/bin/sh\n', { mode: 0o755 });
  expect(installedBrowser(folder, [join(folder, 'none'), folder])).toBe(chrome);
  await writeFile(join(folder, 'chromium'), '#!/bin/sh\n', { mode: 0o755 });
  expect(installedBrowser(folder, [folder])).toBe(join(folder, 'chromium'));
  await rm(folder, { recursive: true });
});
