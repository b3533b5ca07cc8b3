import type { Connection } from '#db/client.ts';

/** A database as DATABASE_URL names it. */
export function urlOf({
  user,
  password,
  host,
  port,
  database,
}: Exclude<Connection, { url: string }>): string {
  const secret = password === undefined ? '' : `:${encodeURIComponent(password)}`;
  return `postgres://${encodeURIComponent(user)}${secret}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}
