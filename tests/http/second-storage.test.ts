import { expect, test } from 'vitest';

import { urlOf } from '#tests/database-url.ts';
import { ownerSettings, useOwner } from '#tests/people.ts';
import { runProcess } from '#tests/process.ts';
import { useProduct } from '#tests/product.ts';

const first = useProduct(ownerSettings);
const second = useProduct({}, first);
const owner = useOwner(second);

test('a second machine whose images lie elsewhere says so at its start, on /readyz and on the dashboard', async () => {
  const readiness = async ({ origin }: { origin: string }) => (await fetch(`${origin}/readyz`)).text();
  expect(await readiness(first)).toBe('ready\n');
  expect(await readiness(second)).toBe(
    'ready\nwarning: the images are in another place than the database knows\n',
  );
  expect(await (await owner.get('/admin')).text()).toContain('does not keep images where');
  expect(second.output()).toContain('Warning: This machine does not keep images where');
  const env = { DATABASE_URL: urlOf(second.database.connection), DATA_DIR: second.dataDir };
  const { output } = await runProcess(['scripts/doctor.ts'], env);
  expect(output).toMatch(/^(?:warning|PROBLEM) +database: This machine does not keep images where.*\n +→ /m);
});
