import { errorCode, messageOf } from '../database-error.ts';

/**
 * The embedded PostgreSQL could not be started or is not safe to start.
 * `message` is one message for the person who typed `npm start`: what is wrong, where, and what to do.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** Operating-system errors a person can do something about, by their code. */
const fileErrors: Record<string, string> = {
  EACCES: 'this user may not use it',
  EPERM: 'this user may not change it',
  EROFS: 'it is on a read-only file system',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'it is not a directory',
  EEXIST: 'it is not a directory',
  ELOOP: 'it is a symbolic link where none is allowed',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'the disk reports a read or write error',
};

/** An error that explains a failed file operation on `path`. */
export function fileError(what: string, path: string, error: unknown): EmbeddedPostgresError {
  const code = errorCode(error);
  const why = fileErrors[code] ?? messageOf(error);
  return new EmbeddedPostgresError(`${what} ${path}: ${why}.`, { cause: error });
}

/** Messages of PostgreSQL's own programs, with their meaning here. Tried in order. */
const programErrors: readonly [RegExp, (dataDirectory: string) => string][] = [
  [
    /No space left on device|Check free disk space|Disk quota exceeded/,
    (at) => `The disk that holds ${at} is full.`,
  ],
  [/Read-only file system/, (at) => `${at} is on a read-only file system, so the database cannot run on it.`],
  [/Input\/output error/, (at) => `The disk that holds ${at} reports read or write errors.`],
  [
    /could not look up effective user ID (\d+)/,
    () =>
      'The user this process runs as has no entry in /etc/passwd, and PostgreSQL needs one for its first start: give it one, or set DATABASE_URL to use another database.',
  ],
  [
    /initialized by PostgreSQL version (\S+),/,
    (at) => `${at} was created by another version of PostgreSQL than the one in node_modules.`,
  ],
  [
    /could not (?:map anonymous shared memory|fork|create shared memory)|Cannot allocate memory/,
    () => 'There is not enough memory to start PostgreSQL.',
  ],
  [/has wrong ownership/, (at) => `${at} belongs to another user than the one PostgreSQL runs as.`],
  [/configuration file .* contains errors/, (at) => `The configuration file in ${at} contains errors.`],
  [
    /could not locate a valid checkpoint|invalid checkpoint record|PANIC:/,
    (at) => `The database in ${at} is damaged and cannot be started; restore a backup.`,
  ],
];

/**
 * The message for the output of a PostgreSQL program that failed: a known error in our own words,
 * followed by the program's last words, so that nothing is hidden.
 */
export function explainProgramFailure(output: string, dataDirectory: string): string {
  const known = programErrors.find(([pattern]) => pattern.test(output))?.[1](dataDirectory);
  const words = lastWords(output);
  if (!known) return `PostgreSQL could not start on ${dataDirectory}${words ? `: ${words}` : '.'}`;
  return words ? `${known} (${words})` : known;
}

function lastWords(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  const fatal = lines.findLast((line) => /\b(PANIC|FATAL|error):/.test(line));
  return fatal ?? lines.findLast((line) => line !== '') ?? '';
}
