import { sql } from 'kysely';

import type { Database } from '#db/client.ts';

/** Columns whose type the schema does not say: `jsonb` and text with a meaning of its own. */
const columnTypes: Record<string, string> = {
  'activity.before': 'ActivityFacts',
  'activity.after': 'ActivityFacts',
  'authors.links': 'AuthorLinks',
  'site_revisions.save_kind': 'SiteSaveKind',
  'tokens.factor': 'SignInFactor',
};

/** Names for a row, or for the values that a check allows in a column. */
const names: Record<string, string> = {
  ActivityProcess: "NonNullable<Tables['activity']['process']>",
  ImagePlace: "Tables['post_images']['place']",
  ImageRow: "Selectable<Tables['images']>",
  MessageRow: "Selectable<Tables['messages']>",
  PostKind: "Selectable<Tables['blog_posts']>['kind']",
  PostRow: "Selectable<Tables['blog_posts']>",
  SaveKind: "Selectable<Tables['blog_posts']>['save_kind']",
  SecondFactorPolicy: "Selectable<Tables['installation']>['second_factor']",
  SignInFactor: "Selectable<Tables['sessions']>['factor']",
  SiteSaveKind: "Tables['site_documents']['save_kind']",
};

type Column = {
  table: string;
  column: string;
  /** As PostgreSQL writes it; of an array, that of its elements with `[]`. */
  type: string;
  nullable: boolean;
  default: 'none' | 'own' | 'always';
  isView: boolean;
  /** The only values that a check allows, as SQL literals. */
  values: string[] | null;
};

const maxLine = 110;

const scalars: Record<string, string> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  integer: 'number',
  jsonb: 'Json',
  real: 'number',
  smallint: 'number',
  'timestamp with time zone': 'Instant',
};

/** The text of `db/tables.ts`: a type for each table and view of a migrated database. */
export async function tableTypes(db: Database): Promise<string> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, c.relkind = 'v' as "isView",
      not a.attnotnull and c.relkind <> 'v' as nullable,
      case when a.attgenerated <> '' or a.attidentity = 'a' then 'always' when a.atthasdef then 'own' else 'none' end
        as default,
      (
        select array(select (regexp_matches(match[1], '''[^'']*''|[0-9]+', 'g'))[1])
        from pg_constraint k, regexp_match(pg_get_constraintdef(k.oid), '^CHECK [(][(][a-z_]+ = ANY [(]ARRAY[[](.*)[]][)][)][)]$') match
        where k.conrelid = c.oid and k.conkey = array[a.attnum] and match is not null
      ) as values
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
      and c.relname <> 'schema_migrations'
    order by c.relname, a.attnum`.execute(db);
  const tables = Map.groupBy(rows, ({ table }) => table);
  return [
    '// Generated from the schema by db/tables.db.test.ts; `npx vitest run --project database db/tables.db.test.ts -u` writes it.',
    "import type { Selectable } from 'kysely';\n",
    "import type { ActivityFacts, AuthorLinks, Generated, Instant, Json, ReadOnly } from './column-types.ts';\n",
    'export type Tables = {',
    ...[...tables].flatMap(([table, columns]) => [`  ${table}: {`, ...columns.map(lineOf), '  };']),
    '};\n',
    ...Object.entries(names).map(([name, type]) => `export type ${name} = ${type};`),
    '',
  ].join('\n');
}

/** A column as oxfmt writes it. */
function lineOf({ table, column, type, nullable, isView, values, ...more }: Column): string {
  const listed = values ?? [typeOf(type)];
  const options = [columnTypes[`${table}.${column}`] ?? listed, nullable ? 'null' : []].flat();
  const wrapper =
    isView || more.default === 'always' ? 'ReadOnly' : more.default === 'own' && !nullable ? 'Generated' : '';
  const [open, close] = wrapper ? [`${wrapper}<`, '>'] : ['', ''];
  const line = `    ${column}: ${open}${options.join(' | ')}${close};`;
  if (line.length <= maxLine) return line;
  const broken = options.map((option) => `\n      | ${option}`).join('');
  return `    ${column}: ${open}${broken}${wrapper ? '\n    ' : ''}${close};`;
}

function typeOf(type: string): string {
  const element = type.replace('[]', '');
  const scalar = scalars[element] ?? 'string';
  return element === type ? scalar : `${scalar === 'Instant' ? 'Date' : scalar}[]`;
}
