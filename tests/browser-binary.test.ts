import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, test, vi } from 'vitest';

import { findBrowser } from './browser-binary.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test.skipIf(process.platform !== 'linux' || process.arch !== 'x64')(
  'the tests use the pinned browser beside one on PATH, and another one only by CHROMIUM_PATH',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'anyforge-path-'));
    const installed = join(folder, 'chromium');
    await writeFile(installed, '#!/bin/sh\n', { mode: 0o755 });
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
    vi.stubEnv('CHROMIUM_PATH', '');
    expect((await findBrowser()).executablePath).toContain('node_modules');
    vi.stubEnv('CHROMIUM_PATH', installed);
    expect((await findBrowser()).executablePath).toBe(installed);
    await rm(folder, { recursive: true });
  },
);
