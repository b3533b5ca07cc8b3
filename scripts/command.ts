import { errorCode } from '#db/database-error.ts';
import { EmbeddedPostgresError } from '#db/embedded/start.ts';
import { SchemaError } from '#db/migrate.ts';
import { isDomainError } from '#domain/errors.ts';
import { StorageError } from '#domain/images/image-services.ts';
import { BackupError } from '#server/backup/archive-format.ts';
import { ConfigError } from '#server/settings/start-error.ts';
import { StartError } from '#server/settings/start-error.ts';
import { UsageError } from './usage-error.ts';

const expectedErrors = [
  UsageError,
  ConfigError,
  StartError,
  EmbeddedPostgresError,
  SchemaError,
  BackupError,
  StorageError,
];

/** Runs a command. An error that the user can fix prints its message, any other error its stack; both exit with code 1. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isExpected =
    expectedErrors.some((kind) => error instanceof kind) ||
    isDomainError(error) ||
    errorCode(error).startsWith('ERR_PARSE_ARGS');
  return isExpected ? error.message : (error.stack ?? error.message);
}
