import { sql, type RawBuilder } from 'kysely';

import type { Database } from '#db/client.ts';

/** A form that several users can have open: of a post by its id, of a document of the site by its name. */
export type OpenForm = { post: string } | { document: string };

type Stored = {
  table: RawBuilder<unknown>;
  key: RawBuilder<unknown>;
  value: string;
  forms: RawBuilder<unknown>;
};

function storedOf(form: OpenForm): Stored {
  if ('post' in form) {
    const forms = sql`select id from blog_posts where id = ${form.post}`;
    return { table: sql.table('blog_post_editors'), key: sql.ref('post_id'), value: form.post, forms };
  }
  const forms = sql`select ${form.document}::text`;
  return { table: sql.table('site_document_editors'), key: sql.ref('name'), value: form.document, forms };
}

/**
 * Notes that a user has a form open now, and finds the other users who had it open in the last `seconds`: their names in
 * order, at most `limit`. The user's own rows that are older than an hour are deleted. No rows for a post that does not
 * exist.
 */
export async function noteEditor(
  db: Database,
  form: OpenForm,
  { userId, seconds, limit }: { userId: string; seconds: number; limit: number },
): Promise<string[]> {
  const { table, key, value, forms } = storedOf(form);
  const { rows } = await sql<{ name: string }>`
    with noted as (
      insert into ${table} (${key}, user_id, seen_at)
      select open.*, ${userId}, now() from (${forms}) open
      on conflict (${key}, user_id) do update set seen_at = excluded.seen_at
    ), deleted as (
      delete from ${table}
      where user_id = ${userId} and ${key} <> ${value} and seen_at < now() - interval '1 hour'
    )
    select coalesce(a.display_name, a.username, u.email) as name
    from ${table} e join users u on u.id = e.user_id left join profiles a on a.user_id = e.user_id
    where e.${key} = ${value} and e.user_id <> ${userId}
      and e.seen_at > now() - make_interval(secs => ${seconds})
    order by 1, u.id limit ${limit}`.execute(db);
  return rows.map(({ name }) => name);
}
