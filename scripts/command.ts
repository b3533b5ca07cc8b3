import { errorCode, isUnavailable } from '#db/database-error.ts';
import { EmbeddedPostgresError } from '#db/embedded/start.ts';
import { SchemaError } from '#db/migrate.ts';
import { isDomainError } from '#domain/core/errors.ts';
import { withoutControls } from '#domain/fields/fields.ts';
import { StorageError } from '#domain/images/image-services.ts';
import { productVersion } from '#domain/product-version.ts';
import { ArchiveNameError, BackupError } from '#server/backup/archive-format.ts';
import { ConfigError } from '#server/settings/start-error.ts';
import { StartError } from '#server/settings/start-error.ts';
import { UsageError } from './usage-error.ts';

const expectedErrors = [
  ConfigError,
  StartError,
  EmbeddedPostgresError,
  SchemaError,
  BackupError,
  StorageError,
];

/**
 * Runs a command; `--help` and `--version` are answered without it. An error that the user can fix prints its message, any
 * other error its stack. Exits with code 2 for wrong arguments and with 1 for other errors.
 */
export async function runCommand(usage: string, main: () => Promise<void>): Promise<void> {
  const asked = process.argv.slice(2).find((one) => one === '--help' || one === '--version');
  if (asked !== undefined) return console.log(asked === '--help' ? usage : productVersion);
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${printable(messageOf(error))}\n`);
    process.exitCode = isUsageError(error) ? 2 : 1;
  }
}

/** A text from outside as a terminal may get it: no escape sequence, and no return to the begin of a line. */
export function printable(text: string): string {
  return withoutControls(text).replaceAll('\r', '');
}

/** True for wrong arguments, also where a verb refuses them. */
function isUsageError(error: unknown): boolean {
  const isRefused = isDomainError(error) && error.kind === 'invalid';
  const isNamed = error instanceof UsageError || error instanceof ArchiveNameError;
  return isRefused || isNamed || errorCode(error).startsWith('ERR_PARSE_ARGS');
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isUsageError(error)) return error.message.split('. To specify', 1)[0] ?? '';
  const isExpected =
    expectedErrors.some((kind) => error instanceof kind) ||
    isDomainError(error) ||
    isUnavailable(error) ||
    // The file system and the network name the path or the address that was given.
    'syscall' in error;
  return isExpected ? error.message : (error.stack ?? error.message);
}
