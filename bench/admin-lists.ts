import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { analyzeTables } from '#db/queries/server-facts.ts';
import { createClient } from '#tests/client.ts';
import { account, serverTimes, startOwnProduct } from './own-product.ts';
import { percentile } from './statistics.ts';

/**
 * Server time of the admin's lists (from the request log: from the request's headers to the end of the response) with
 * ten rows of each kind and with ten thousand. The time of a good list does not grow with the number of rows.
 *
 * npm run bench -- admin-lists [ROUNDS]
 */
const rounds = Number(process.argv[2] ?? 200);
const warmUp = 30;
const sizes = [10, 10_000];

const asked: Record<string, string> = {
  categories: '/admin/categories.data',
  'categories, searched': '/admin/categories.data?q=7',
  'categories, last page': '/admin/categories.data?page=999999',
  tags: '/admin/tags.data',
  'tags, searched': '/admin/tags.data?q=7',
  users: '/admin/users.data',
  'users, searched': '/admin/users.data?q=7',
  'users, by role': '/admin/users.data?q=editor',
  'users to choose from': '/admin/users/candidates.data',
  activity: '/admin/activity.data',
  'activity of one person': `/admin/activity.data?who=${encodeURIComponent(account.email)}`,
  'activity of one kind': '/admin/activity.data?action=tag-created',
  media: '/admin/media.data',
  'media, searched': '/admin/media.data?q=7',
  dashboard: '/admin.data',
};

const measured = new Map<number, Map<string, number[]>>();
for (const size of sizes) measured.set(size, await measureAt(size));

console.log(`Server time in ms, ${rounds} rounds: p50 and p95 with ${sizes.join(' and ')} rows\n`);
for (const name of Object.keys(asked)) {
  const cells = sizes.map((size) => {
    const times = measured.get(size)?.get(name) ?? [];
    return [0.5, 0.95].map((share) => percentile(times, share).toFixed(1).padStart(6)).join(' ');
  });
  console.log(`${name.padEnd(24)} ${cells.join('   ')}`);
}

async function measureAt(size: number): Promise<Map<string, number[]>> {
  const product = await startOwnProduct();
  try {
    await product.db.db.connection().execute((connection) => fill(connection, size));
    await analyzeTables(product.db.db);
    const admin = createClient(product);
    await admin.post('/admin/login', account);
    const times = new Map<string, number[]>();
    for (const [name, path] of Object.entries(asked)) {
      times.set(name, (await serverTimes(product, admin, path, { warmUp, rounds })).times);
    }
    return times;
  } finally {
    await product.stop();
  }
}

async function fill(db: Database, rows: number): Promise<void> {
  const numbers = sql`generate_series(1, ${rows}::int) n`;
  await sql`set statement_timeout = 0`.execute(db);
  for (const statement of [
    sql`insert into blog_categories (name, slug, description)
      select 'Category ' || n, 'category-' || n, 'What belongs into category ' || n from ${numbers}`,
    sql`insert into blog_tags (name, slug) select 'Tag ' || n, 'tag-' || n from ${numbers}`,
    sql`insert into users (email, email_verified) select 'person-' || n || '@firm.test', true
      from generate_series(1, ${rows}::int * 2) n`,
    sql`insert into profiles (user_id, display_name, username)
      select id, initcap(replace(split_part(email, '@', 1), '-', ' ')), split_part(email, '@', 1) from users on conflict do nothing`,
    sql`insert into admin_users (user_id, role)
      select id, (array['editor', 'admin', 'super_admin'])[1 + (row_number() over (order by email)) % 3]
      from users where email ~ '[02468]@' on conflict do nothing`,
    sql`insert into activity (actor_email, action, subject_label, after)
      select 'person-' || n % 50 || '@firm.test', (array['sign-in', 'tag-created', 'post-updated'])[1 + n % 3],
        'Subject ' || n, jsonb_build_object('words', n) from ${numbers}`,
    sql`insert into images (folder, name, state, width, height, bytes, alt, original_name)
      select 'featured-images', lpad(n::text, 39, '0') || '.webp', 'stored', 1600, 1000, 200000, 'Image ' || n,
        'image-' || n || '.jpg' from ${numbers}`,
    sql`insert into blog_posts (title, slug, content, published, published_at, first_published_at, category_id)
      select 'Post ' || n, 'post-' || n, 'Words.', true, now() - n * interval '1 hour', now(),
        (select id from blog_categories where slug = 'category-' || n) from ${numbers}`,
    sql`insert into blog_post_tags (post_id, tag_id)
      select p.id, t.id from blog_posts p join blog_tags t on t.slug = replace(p.slug, 'post', 'tag')`,
    sql`insert into post_images (post_id, image_id, place)
      select p.id, i.id, 'featured' from blog_posts p
      join images i on i.original_name = replace(p.slug, 'post', 'image') || '.jpg'`,
  ]) {
    await statement.execute(db);
  }
}
