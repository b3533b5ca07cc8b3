import { errorCode, messageOf, sqlState } from '#db/database-error.ts';

/** What a failed connection means for the person who started the product; pure. */

/** `server_version_num` of PostgreSQL 15.0. */
export const oldestServer = 150_000;

export function tooOldMessage(version: number): string {
  return `DATABASE_URL leads to PostgreSQL ${Math.floor(version / 10_000)}; 15 or newer is needed.`;
}

/** SQLSTATE codes and Node's codes of a server that is not there yet. */
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
  [sqlState.tooManyConnections, 'The database of DATABASE_URL has no connection left for us.'],
]);

const lasting = new Map<string, string>([
  [sqlState.invalidPassword, 'The database of DATABASE_URL refuses the user name or password.'],
  [sqlState.invalidAuthorization, 'The database of DATABASE_URL does not let this user in.'],
  [sqlState.unknownDatabase, 'The database that DATABASE_URL names does not exist.'],
  [sqlState.insufficientPrivilege, 'The user of DATABASE_URL is not allowed to do what is needed.'],
]);

export const readOnlyMessage = 'The database is a standby or read-only, so nothing can be written to it.';

/** @returns a message, and whether waiting can help */
export function explainConnectionFailure(error: unknown): { message: string; mayPass: boolean } {
  const code = codeOf(error);
  // A certificate that the URL names is read from its file.
  const soon =
    error instanceof Error && 'syscall' in error && error.syscall === 'open' ? undefined : passing.get(code);
  if (soon !== undefined) return { message: soon, mayPass: true };
  const never = lasting.get(code);
  if (never !== undefined) return { message: never, mayPass: false };
  const message = messageOf(error);
  if (/timeout|terminated/i.test(message)) {
    return { message: 'The database of DATABASE_URL does not answer.', mayPass: true };
  }
  return { message: `The database of DATABASE_URL cannot be used: ${message}`, mayPass: false };
}

/** The code of an error, or of the first of several (one per address that was tried). */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return errorCode(error);
}
