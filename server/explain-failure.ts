import { DatabaseUnavailable } from '#db/database-error.ts';
import { EmbeddedPostgresError } from '#db/embedded/start.ts';
import { SchemaError } from '#db/migrate.ts';
import { BackupError } from './backup/archive-format.ts';
import { ConfigError } from './config.ts';
import { StartError } from './database.ts';

const forPeople = [
  ConfigError,
  StartError,
  EmbeddedPostgresError,
  SchemaError,
  BackupError,
  DatabaseUnavailable,
];

/** What the person at the terminal is told when the product cannot start. */
export function explainFailure(error: unknown): string {
  if (forPeople.some((kind) => error instanceof kind) && error instanceof Error) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
