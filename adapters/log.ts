import { errorCode } from '#domain/core/errors.ts';
import { createLogLines, type LogLines } from './log-lines.ts';

type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** The log for every part of the process. `fields` never hold bodies, cookies, tokens or personal text. */
export type Logger = Record<Exclude<LogLevel, 'silent'>, (message: string, fields?: LogFields) => void>;

/**
 * A thrown value goes under `error`: only its kind, message, code and stack are logged. A line that is written thousands of
 * times a second has its fields as a text instead: their JSON without the braces.
 */
export type LogFields = string | ({ readonly error?: unknown } & Readonly<Record<string, unknown>>);

export type ProcessLog = Logger & Pick<LogLines, 'flush'>;

const stdout = 1;
const ranks: Record<LogLevel, number> = { debug: 1, info: 2, warn: 3, error: 4, silent: 5 };

/**
 * One JSON object a line: `level` as a word, `time` in UTC with milliseconds, the fields, then `msg`.
 *
 * @param options.lines where lines go; standard output unless a test says otherwise
 */
export function createLog(options: { level: LogLevel; lines?: LogLines }): ProcessLog {
  const { level: lowest, lines = createLogLines(stdout) } = options;
  const writer =
    (level: keyof Logger) =>
    (message: string, fields: LogFields = {}) => {
      if (ranks[level] < ranks[lowest]) return;
      lines.write(lineOf(level, message, fields));
      // The next line may be the end of the process.
      if (level === 'warn' || level === 'error') lines.startWriting();
    };
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    flush: lines.flush,
  };
}

function lineOf(level: LogLevel, msg: string, fields: LogFields): string {
  const json = typeof fields === 'string' ? `,${fields}` : jsonOf(fields);
  return `{"level":"${level}",${timeOf(Date.now())}${json},"msg":${JSON.stringify(msg)}}\n`;
}

/** Fields after a comma, as they stand in a line. */
function jsonOf(fields: Exclude<LogFields, string>): string {
  const error = 'error' in fields ? { error: describeError(fields.error) } : {};
  try {
    return inLine({ ...fields, ...error });
  } catch {
    // A circle or a BigInt among the fields.
    return inLine(error);
  }
}

function inLine(fields: object): string {
  const json = JSON.stringify(fields);
  return json === '{}' ? '' : `,${json.slice(1, -1)}`;
}

let lastTime = { at: NaN, text: '' };

/** Many lines come in the same millisecond. */
function timeOf(at: number): string {
  if (lastTime.at !== at) lastTime = { at, text: `"time":"${new Date(at).toISOString()}"` };
  return lastTime.text;
}

const maximumCauses = 3;

/**
 * The loggable fields of a thrown value. An allow-list, because a database error has the row in `detail` and `parameters`,
 * and a row may hold personal data.
 */
export function describeError(thrown: unknown, depth = 0): unknown {
  if (!(thrown instanceof Error)) return { message: String(thrown) };
  const code = errorCode(thrown);
  const cause =
    thrown.cause === undefined || depth >= maximumCauses
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
