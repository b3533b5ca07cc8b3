import { sql, type Compilable, type CompiledQuery, type RawBuilder } from 'kysely';

import type { Database } from '#db/client.ts';

/** Stands in a statement for a value that each run gives. */
export type ValueOf<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>;

/**
 * A statement that is built once in the life of the process: building one of many parts takes Node longer than
 * sending it. What differs from run to run is named by `value`.
 */
export function compiledOnce<Values, Row>(build: (db: Database, value: ValueOf<Values>) => Compilable<Row>) {
  let compiled: CompiledQuery<Row> | undefined;
  const names = new Map<unknown, keyof Values>();
  const value: ValueOf<Values> = (name) => {
    const place = { name };
    names.set(place, name);
    return sql`${place}`;
  };
  return async (db: Database, values: Values): Promise<Row[]> => {
    compiled ??= build(db, value).compile();
    const parameters = compiled.parameters.map((one) => {
      const name = names.get(one);
      return name === undefined ? one : values[name];
    });
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}
