/**
 * How fast emails leave, as TCP finds the speed of a network: fast growth up to `limit`, careful growth above it, half
 * after a sign of too much. Emails per second of all machines together.
 */
export type SendRate = {
  rate: number;
  /** Below it the rate grows fast. */
  limit: number;
  /** When the mail server last asked for less. */
  slowedAt: Date | null;
};

export const lowestRate = 0.2;
/** Of a sending that starts, or goes on after a pause. */
export const firstRate = 2;
/** Several emails are under way when the server asks for less; all of their answers are one sign. */
const betweenCuts = 5_000;

/** The rate of a sending that starts. @param highest the setting NEWSLETTER_RATE */
export function startRate(highest: number): SendRate {
  return { rate: Math.min(firstRate, highest), limit: highest, slowedAt: null };
}

/**
 * The rate after some answers of the mail server.
 * @param answers.accepted emails that it took
 * @param answers.slowed it asked for less
 */
export function nextRate(
  { rate, limit, slowedAt }: SendRate,
  answers: { accepted: number; slowed: boolean },
  highest: number,
  now: Date,
): SendRate {
  if (answers.slowed) {
    if (slowedAt !== null && now.getTime() - slowedAt.getTime() < betweenCuts)
      return { rate: Math.min(rate, highest), limit, slowedAt };
    const half = Math.max(lowestRate, rate / 2);
    return { rate: Math.min(half, highest), limit: half, slowedAt: now };
  }
  // Twice after some 35 emails below the limit, after 700 above it.
  const growth = rate < limit ? 1.02 : 1.001;
  const grown = rate * growth ** Math.min(answers.accepted, 1_000);
  const next = rate < limit ? Math.min(grown, limit) : grown;
  return { rate: Math.max(lowestRate, Math.min(next, highest)), limit, slowedAt };
}
