import type { CompiledQuery } from 'kysely';

/** Says of a raw statement that it only reads, which its text does not show: a function that it calls may write. */
export function asRead<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> & { onlyReads: true } {
  return { ...query, onlyReads: true };
}

/** True for a built `select`, and for a raw statement of `asRead`. Any other raw statement writes. */
export function onlyReads(query: CompiledQuery): boolean {
  return query.query.kind === 'SelectQueryNode' || 'onlyReads' in query;
}
