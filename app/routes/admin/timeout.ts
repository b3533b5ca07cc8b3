/** Milliseconds. Longer than the server gives a body to arrive. */
const patience = 75_000;

/** What an answer that was not waited for any longer fails with. */
export const timedOut = Symbol('too late');

/** Gives up on an answer that does not come: the line may be dead without anybody having been told. */
export async function withTimeout<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, patience, timedOut);
  });
  try {
    return await Promise.race([answer, end]);
  } finally {
    clearTimeout(timer);
  }
}
