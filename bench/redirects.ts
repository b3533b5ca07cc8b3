import { sql } from 'kysely';

import { startOwnProduct } from './own-product.ts';
import { spreadOf } from './statistics.ts';
import { throughput } from './throughput.ts';

/** What 10,000 redirects cost: requests for a kept page with none and with all of them, in turn. */

const rules = 10_000;
const rounds = 7;
const load = { connections: 16, milliseconds: 2_000 };

const product = await startOwnProduct();
const port = Number(new URL(product.origin).port);
const rates: Record<'without' | 'with', number[]> = { without: [], with: [] };

async function statusOf(path: string): Promise<number> {
  return (await fetch(product.origin + path, { redirect: 'manual' })).status;
}

async function until(path: string, status: number): Promise<void> {
  while ((await statusOf(path)) !== status) await new Promise((resolve) => setTimeout(resolve, 50));
}

try {
  await throughput(port, '/about', load);
  for (let round = 0; round < rounds; round += 1) {
    await product.db.pool.query('delete from redirect_rules');
    await until('/old-1', 404);
    rates.without.push(await throughput(port, '/about', load));
    await sql`
      insert into redirect_rules (source, is_prefix, status, target)
      select case when n % 2 = 0 then '/section-' || n else '/old-' || n end, n % 2 = 0, 301, '/about'
      from generate_series(1, ${rules}) n`.execute(product.db.db);
    await until('/old-1', 301);
    rates.with.push(await throughput(port, '/about', load));
  }
  const ratios = rates.with.map((rate, round) => rate / (rates.without[round] ?? Number.NaN));
  for (const [what, values] of Object.entries({ ...rates, ratio: ratios })) {
    const { min, median, max } = spreadOf(values);
    console.log(`${what.padEnd(8)} ${[min, median, max].map((value) => value.toFixed(2)).join('  ')}`);
  }
} finally {
  await product.stop();
}
