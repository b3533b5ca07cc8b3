import { errorCode } from '#db/database-error.ts';

/** An invalid command line, with a message that says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(
    message = 'The arguments are incomplete or unknown: --help shows the ways to call this command.',
  ) {
    super(message);
  }
}

/** For the error of opening a file that the user named, to write it. @throws UsageError that says why it cannot be. */
export function refuseFile(file: string, error: unknown): never {
  const code = errorCode(error);
  throw new UsageError(
    code === 'EEXIST'
      ? `${file} exists already: give the name of a new file.`
      : `${file} cannot be written (${code}).`,
  );
}
