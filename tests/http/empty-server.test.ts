import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { crawl } from '#tests/crawl.ts';
import { leftOutFor } from '#tests/programs.ts';
import { commandsOf, emptyServerNeed, startEmptyServer, type EmptyServer } from '#tests/empty-server.ts';

/** The container has the network of this machine. */
const busy = (await Promise.all([80, 443, 3000].map(isBusy))).some(Boolean);
const need = emptyServerNeed.isMissing
  ? emptyServerNeed
  : leftOutFor(busy ? 'the ports 80, 443 and 3000 to be free' : '');
describe.skipIf(need.isMissing)(`an empty server${need.note}`, () => {
  let server: EmptyServer;

  beforeAll(async () => {
    server = await startEmptyServer('trixie');
  }, 600_000);
  afterAll(() => server?.stop(), 120_000);

  test(
    'the commands of docs/deploy.md lead from an empty Debian to a site over https',
    { timeout: 1_200_000 },
    async () => {
      const blocks = await commandsOf('From an empty server');
      expect(blocks.length).toBe(4);
      const started = performance.now();
      for (const commands of blocks.slice(0, 3)) {
        await server.run(
          commands
            .replaceAll('https://git.firm.example/anyforge.git', 'file:///srv/anyforge.git')
            // Caddy has an authority of its own for this name.
            .replaceAll('www.firm.example', 'localhost'),
        );
        console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`);
      }
      setDefaultCACertificates([
        ...getCACertificates('default'),
        await readFile(
          join(server.root, 'var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'),
          'utf8',
        ),
      ]);
      await expect.poll(() => statusOf('https://localhost/readyz'), { timeout: 60_000 }).toBe(200);
      console.log(`${((performance.now() - started) / 1000).toFixed(0)} s from an empty server to https`);
      const journal = () => server.run('journalctl --unit anyforge --output cat --no-pager');
      await expect
        .poll(journal, { timeout: 30_000 })
        .toMatch(/Ready at https:\/\/localhost\n[^]*https:\/\/localhost\/admin\/setup\?token=/);
      // Its libraries were linked after the installation: nothing has to be copied at a start.
      expect(await journal()).not.toContain('Copying PostgreSQL');
      // Beside the running service, on its database.
      expect(await server.run(blocks[3] ?? '')).toMatch(/https:\/\/localhost\/admin\/\w+\?token=/);
      const site = await crawl('https://localhost', ['/', '/nothing-here']);
      expect(site.pages.length).toBeGreaterThan(10);
      expect(site.broken).toEqual([]);
    },
  );

  test('the service runs as its own user, who can write only its data', async () => {
    const users = await server.run('stat -c %U /proc/$(systemctl show --property MainPID --value anyforge)');
    expect(users.trim()).toBe('anyforge');
    const places = await server.run(
      'find / -xdev -user anyforge -not -path "/proc/*" -not -path "/var/lib/anyforge*" 2>/dev/null | grep -v "^/tmp/systemd-private\\|^/var/tmp/systemd-private" || true',
    );
    expect(places).toBe('');
  });

  test('the service starts again after it was killed, with the database', async () => {
    await server.run('systemctl kill --signal KILL anyforge');
    await expect.poll(() => statusOf('https://localhost/readyz'), { timeout: 60_000 }).toBe(200);
    expect(await server.run('systemctl show --property NRestarts --value anyforge')).toMatch(/^1/);
  });

  test(
    'the commands of docs/deploy.md for an upgrade replace the release',
    { timeout: 1_200_000 },
    async () => {
      const [upgrade = ''] = await commandsOf('Upgrade');
      await server.run(upgrade);
      await expect.poll(() => statusOf('https://localhost/readyz'), { timeout: 60_000 }).toBe(200);
    },
  );

  test('the service stops cleanly', async () => {
    await server.run('systemctl stop anyforge');
    const journal = await server.run('journalctl --unit anyforge --output cat --no-pager');
    const result = await server.run('systemctl show --property Result --value anyforge');
    expect(result, journal.slice(-2_000)).toContain('success');
    expect(journal).toContain('"msg":"Stopped"');
  });
});

function statusOf(address: string): Promise<number> {
  return fetch(address).then(
    ({ status }) => status,
    () => 0,
  );
}

function isBusy(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(true));
    probe.listen(port, '0.0.0.0', () => probe.close(() => resolve(false)));
  });
}
