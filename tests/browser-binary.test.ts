import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { chooseBrowser } from './browser-binary.ts';

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
