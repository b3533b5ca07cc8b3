import { errorCode } from './database-error.ts';

/** Returns the result of a look at a file or folder; null where there is none. */
export async function ifThere<T>(look: Promise<T>): Promise<T | null> {
  try {
    return await look;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
