import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { findFreePort } from '../free-port.ts';
import { buildImage, containersNeed, writeContainer, type ContainerImage } from '#tests/container-image.ts';
import { crawl } from '#tests/crawl.ts';
import { useFolder } from '#tests/folder.ts';

describe.skipIf(containersNeed.isMissing)(`the container image${containersNeed.note}`, () => {
  const folder = useFolder();
  let image: ContainerImage;

  beforeAll(async () => {
    image = await buildImage(console.log);
  }, 1_200_000);
  afterAll(() => image?.remove(), 120_000);

  test('the image has at most 250 MB, compressed', () => {
    console.log(`${(image.compressedBytes / 1e6).toFixed(0)} MB compressed`);
    expect(image.compressedBytes).toBeLessThan(250_000_000);
  });

  test('the image names a user without rights, one volume, a health check and no secret', () => {
    expect(image.config).toMatchObject({
      User: '10001:10001',
      Volumes: { '/data': {} },
      Healthcheck: { Test: ['CMD', 'node', '-e', expect.stringContaining('/healthz')] },
      Cmd: ['node', expect.any(String), expect.any(String), 'server/main.mjs'],
    });
    expect(JSON.stringify(image.config)).not.toMatch(/secret|password|token/i);
  });

  test('the image has no package that only tests need, and no test', () => {
    const lock: { packages: Record<string, { dev?: boolean }> } = JSON.parse(
      readFileSync('package-lock.json', 'utf8'),
    );
    const forTests = Object.entries(lock.packages).filter(([, { dev }]) => dev);
    expect(forTests.length).toBeGreaterThan(50);
    const there = forTests.filter(([path]) => existsSync(join(image.root, 'app', path)));
    expect(there).toEqual([]);
    for (const name of ['tests', '.git', '.env', 'data', 'server/settings/config.test.ts'])
      expect(existsSync(join(image.root, 'app', name)), name).toBe(false);
  });

  test('a container with a read-only root and no capability starts, serves, and stops when it is told to', async () => {
    const port = await findFreePort('127.0.0.1');
    await writeContainer(image, folder, { HOST: '127.0.0.1', PORT: String(port) });
    const name = `anyforge-${port}`;
    const child = spawn('runc', ['run', '--bundle', folder, name], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
    const inside = (...command: readonly string[]) =>
      spawnSync('runc', ['exec', name, ...command], { encoding: 'utf8', timeout: 60_000 });
    try {
      const started = performance.now();
      await expect.poll(() => output, { timeout: 60_000 }).toContain('Ready at');
      console.log(`ready after ${((performance.now() - started) / 1000).toFixed(1)} s, with a new database`);
      const site = await crawl(`http://127.0.0.1:${port}`, ['/', '/nothing-here']);
      expect(site.pages.length).toBeGreaterThan(10);
      expect(site.broken).toEqual([]);

      expect(inside('touch', '/app/file').stderr).toContain('Read-only file system');
      expect(inside('grep', '-E', '^(CapEff|CapBnd|NoNewPrivs)', '/proc/1/status').stdout).toMatch(
        /CapEff:\s+0+\nCapBnd:\s+0+\nNoNewPrivs:\s+1\n/,
      );
      const users = inside('sh', '-c', 'stat -c %u /proc/[0-9]*').stdout.trim().split('\n');
      expect(new Set(users)).toEqual(new Set(['10001']));
      expect(users.length).toBeGreaterThan(4);
      // The check of the image's HEALTHCHECK, word by word.
      const { Test } = image.config['Healthcheck'] as { Test: string[] }; // asserted above
      expect(inside(...Test.slice(1)).status).toBe(0);
      expect(inside('env', 'PORT=1', ...Test.slice(1)).status).toBe(1);
      expect(inside('node', 'scripts/admin.ts', 'create', '--email', 'owner@firm.test').stdout).toContain(
        '/admin/setup',
      );
    } finally {
      spawnSync('runc', ['kill', name, 'TERM']);
      expect(await exited, output).toBe(0);
      spawnSync('runc', ['delete', '--force', name]);
    }
    expect(output).toContain('"msg":"Stopped"');
    // Its libraries are linked in the image: nothing has to be copied at a start.
    expect(output).not.toContain('Copying PostgreSQL');
  });
});
