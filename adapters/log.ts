import { pino } from 'pino';

import { errorCode } from '#domain/errors.ts';
import { createLogLines } from './log-lines.ts';
import type { LogLines } from './log-lines.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** The log for every part of the process. `fields` never hold bodies, cookies, tokens or personal text. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** The same log with these fields on every line. */
  child(fields: LogFields): Logger;
}

/** A thrown value goes under `error`: only its kind, message, code and stack are logged. */
export type LogFields = { readonly error?: unknown } & Readonly<Record<string, unknown>>;

/** The log of the whole process: a `Logger` that can be flushed. */
export interface ProcessLog extends Logger {
  flush(): Promise<void>;
  flushNow(): void;
}

const STDOUT = 1;

/**
 * One JSON object a line: `level` as a word, `time` in UTC with milliseconds, `msg`, then the fields.
 *
 * @param options.lines where lines go; standard output unless a test says otherwise
 */
export function createLog(options: { level: LogLevel; lines?: LogLines }): ProcessLog {
  const lines = options.lines ?? createLogLines(STDOUT);
  const root = pino(
    {
      level: options.level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: describeError },
    },
    lines,
  );
  return { ...createLogger(root, lines), flush: lines.flush, flushNow: lines.flushNow };
}

/** A warning or an error goes out at once: what comes next may be the end of the process. */
function createLogger(inner: pino.Logger, lines: LogLines): Logger {
  return {
    debug: (message, fields = {}) => inner.debug(fields, message),
    info: (message, fields = {}) => inner.info(fields, message),
    warn: (message, fields = {}) => {
      inner.warn(fields, message);
      lines.startWriting();
    },
    error: (message, fields = {}) => {
      inner.error(fields, message);
      lines.startWriting();
    },
    child: (fields) => createLogger(inner.child(fields), lines),
  };
}

const MAXIMUM_CAUSES = 3;

/**
 * The loggable fields of a thrown value. An allow-list, because a database error has the row in `detail` and `parameters`,
 * and a row may hold personal data.
 */
export function describeError(thrown: unknown, depth = 0): unknown {
  if (!(thrown instanceof Error)) return { message: String(thrown) };
  const code = errorCode(thrown);
  const cause =
    thrown.cause === undefined || depth >= MAXIMUM_CAUSES
      ? {}
      : { cause: describeError(thrown.cause, depth + 1) };
  return {
    kind: thrown.name,
    message: thrown.message,
    ...(code === '' ? {} : { code }),
    stack: thrown.stack,
    ...cause,
  };
}
