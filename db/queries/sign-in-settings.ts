import type { Database } from '#db/client.ts';
import type { SecondFactorPolicy } from '#db/tables.ts';

export async function findSecondFactorPolicy(db: Database): Promise<SecondFactorPolicy> {
  const row = await db.selectFrom('installation').select('second_factor').executeTakeFirst();
  return row?.second_factor ?? 'none';
}

export async function updateSecondFactorPolicy(db: Database, policy: SecondFactorPolicy): Promise<void> {
  await db.updateTable('installation').set({ second_factor: policy }).execute();
}
