import { errorCode, isUnavailable, messageOf, sqlState } from '#db/database-error.ts';
import { hasRoomFor, type DiskSpace } from '#domain/storage/disk-space.ts';

/** The meaning of a failed connection for the person who started the product; pure. */

/** `server_version_num` of PostgreSQL 15.0. */
export const oldestServer = 150_000;

export function tooOldMessage(version: number): string {
  return `DATABASE_URL leads to PostgreSQL ${Math.floor(version / 10_000)}; 15 or newer is needed.`;
}

export const readOnlyMessage = 'The database is a standby or read-only, so nothing can be written to it.';

export const noSessionsMessage =
  'DATABASE_URL leads to a pooler that shares a connection of the server among clients. The product needs a session of its own: set pool_mode = session in PgBouncer (for its database or user), or name the server itself in DATABASE_URL.';

const diskFull = 'The disk of the database is full.';

/** SQLSTATE codes, or classes of two characters, and Node's codes of a server that is not there yet. */
const passing = new Map<string, string>([
  ['ECONNREFUSED', 'The database of DATABASE_URL refuses connections: nothing listens there.'],
  ['ENOTFOUND', 'The host of DATABASE_URL is unknown.'],
  ['EAI_AGAIN', 'The host of DATABASE_URL cannot be looked up.'],
  ['ETIMEDOUT', 'The database of DATABASE_URL does not answer.'],
  ['EHOSTUNREACH', 'The host of DATABASE_URL cannot be reached.'],
  ['ENETUNREACH', 'The host of DATABASE_URL cannot be reached.'],
  ['ECONNRESET', 'The database of DATABASE_URL broke the connection.'],
  ['ENOENT', 'The socket that DATABASE_URL names does not exist.'],
  [sqlState.cannotConnectNow, 'The database of DATABASE_URL is starting up.'],
  [sqlState.adminShutdown, 'The database of DATABASE_URL is shutting down.'],
  ['53', 'The database of DATABASE_URL has no connection left for us.'],
  ['08', 'The database of DATABASE_URL, or the pooler in front of it, takes no connection.'],
]);

const unknownAuthority =
  'The certificate of the database of DATABASE_URL is of an unknown authority: name the authority with sslrootcert=FILE in DATABASE_URL, or with NODE_EXTRA_CA_CERTS.';

const lasting = new Map<string, string>([
  ['SELF_SIGNED_CERT_IN_CHAIN', unknownAuthority],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', unknownAuthority],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', unknownAuthority],
  [sqlState.invalidPassword, 'The database of DATABASE_URL refuses the user name or password.'],
  [
    sqlState.invalidAuthorization,
    'The database of DATABASE_URL does not let this user in from here: see its pg_hba.conf. If it takes encrypted connections only, add sslmode=verify-full to DATABASE_URL.',
  ],
  [sqlState.unknownDatabase, 'The database that DATABASE_URL names does not exist.'],
  [sqlState.insufficientPrivilege, 'The user of DATABASE_URL is not allowed to do what is needed.'],
]);

/** @returns a message, the words of the server behind "Details", and whether waiting can help */
export function explainConnectionFailure(failure: unknown) {
  const error = firstOf(failure);
  const code = errorCode(error);
  const details = `Details: ${messageOf(error)}${code === '' ? '' : ` (${code})`}`;
  const of = (messages: Map<string, string>) => messages.get(code) ?? messages.get(code.slice(0, 2));
  // A certificate that the URL names is read from its file.
  const isFile = error instanceof Error && 'syscall' in error && error.syscall === 'open';
  const soon = isDiskFull(error)
    ? diskFull
    : isUnavailable(error)
      ? 'The database of DATABASE_URL does not answer.'
      : isFile
        ? undefined
        : of(passing);
  const message = soon ?? of(lasting) ?? 'The database of DATABASE_URL cannot be used.';
  return { message, details, mayPass: soon !== undefined };
}

/** True for a refusal of the server or of our own look at the disk. */
export function isDiskFull(failure: unknown): boolean {
  const error = firstOf(failure);
  return isUnavailable(error) ? error.reason === 'disk-full' : errorCode(error) === sqlState.diskFull;
}

/** The words of `/readyz` about a database that does not answer, which may be because its disk is full. Pure. */
export function missingDatabase(error: unknown, space: DiskSpace | null): string {
  const isFull = isDiskFull(error) || !hasRoomFor(0, space);
  return isFull ? 'the disk of the database is full' : 'the database';
}

/** The first error of several, one per address that was tried. */
function firstOf(error: unknown): unknown {
  return error instanceof AggregateError && error.errors.length > 0 ? firstOf(error.errors[0]) : error;
}
