import type { Insertable } from 'kysely';

import type { Database } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';

/** Replaces the layout of a post's body. */
export async function storeLayout(db: Database, row: Insertable<Tables['blog_post_layouts']>): Promise<void> {
  const { made_by, laid_out } = row;
  await db
    .insertInto('blog_post_layouts')
    .values(row)
    .onConflict((conflict) => conflict.column('post_id').doUpdateSet({ made_by, laid_out }))
    .execute();
}
