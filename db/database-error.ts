/** The SQLSTATE codes that the product acts on (PostgreSQL documentation, appendix A). */
export const sqlState = {
  uniqueViolation: '23505',
  deadlockDetected: '40P01',
  readOnlyTransaction: '25006',
  diskFull: '53100',
  adminShutdown: '57P01',
  cannotConnectNow: '57P03',
  invalidPassword: '28P01',
  invalidAuthorization: '28000',
  unknownDatabase: '3D000',
  insufficientPrivilege: '42501',
} as const;

/** The code of an error: SQLSTATE of the server, or Node's, such as `ENOENT`; '' where it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Why the database could not be used:
 * - `away`: it cannot be reached, does not answer, or has no connection left. Nothing of the statement is stored.
 * - `read-only`: it answers, but takes no writes. Nothing is stored.
 * - `disk-full`: a write was refused because the disk is nearly full. Nothing is stored.
 * - `commit-unknown`: the answer to a commit was lost. Its changes may be stored or not.
 */
type UnavailableReason = 'away' | 'read-only' | 'disk-full' | 'commit-unknown';

/** The database could not be used; trying again later may help. `cause` is the driver's error. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly reason: UnavailableReason;

  constructor(reason: UnavailableReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Checks the name, not the class: the bundle of the website has classes of its own. */
export function isUnavailable(error: unknown): error is DatabaseUnavailable {
  return error instanceof Error && error.name === 'DatabaseUnavailable' && 'reason' in error;
}

export const noAnswer = 'The database does not answer.';

/** The error of the driver or the server as DatabaseUnavailable, which keeps it as its cause. */
export function unavailable(reason: UnavailableReason, error: unknown): DatabaseUnavailable {
  if (isUnavailable(error) && error.reason === reason) return error;
  return new DatabaseUnavailable(reason, `${messages[reason]} (${messageOf(error)})`, { cause: error });
}

/** The error for callers: an answer of the server that means "unavailable" becomes a DatabaseUnavailable. */
export function translateError(error: unknown): unknown {
  const reason = isFromServer(error) ? reasonOf(errorCode(error)) : null;
  return reason === null ? error : unavailable(reason, error);
}

const messages: Record<UnavailableReason, string> = {
  away: 'The database cannot be used now.',
  'read-only': 'The database is read-only.',
  'disk-full': 'The disk of the database is full.',
  'commit-unknown': 'The answer to a commit was lost.',
};

/**
 * SQLSTATE classes and codes: connection exceptions, insufficient resources, a statement over its time limit, a server that
 * stops or starts, an I/O error.
 */
const awayStates = /^(?:08...|53...|57014|57P0[1235]|58030)$/;

function reasonOf(code: string): UnavailableReason | null {
  if (code === sqlState.readOnlyTransaction) return 'read-only';
  if (code === sqlState.diskFull) return 'disk-full';
  return awayStates.test(code) ? 'away' : null;
}

/** True for an error that the server sent, with its SQLSTATE as its code. */
export function isFromServer(error: unknown): error is Error & { severity: unknown } {
  return error instanceof Error && 'severity' in error;
}

/** True if the server answered with this error, and its connection can be used further. */
export function isAnswer(error: unknown): boolean {
  return isFromServer(error) && error.severity === 'ERROR';
}
