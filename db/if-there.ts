import { errorCode } from './database-error.ts';

/** What a look at a file or folder finds; null where there is none. */
export async function ifThere<T>(look: Promise<T>): Promise<T | null> {
  try {
    return await look;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
