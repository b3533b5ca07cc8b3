import type { Limit } from '#domain/limits/limit-attempts.ts';

/**
 * Limits of failed sign-ins. For an account from one network: ten in 15 minutes. For a network and all accounts: more,
 * because an office shares one. For an account from all networks that it was never used from: thirty in five minutes, so
 * that attackers can reach this limit without locking out the owner, whose networks are known. A browser that signed in to
 * the account before has a limit of its own instead, ten in 15 minutes: what others on its network try does not count.
 * @param known.device the token of the browser's device cookie, if this account was signed in to with it; else null
 */
export function signInLimits(
  email: string,
  network: string,
  known: { isNetwork: boolean; device: string | null },
): [Limit, ...Limit[]] {
  if (known.device !== null) {
    return [{ name: 'sign-in-device', subject: `${email}\n${known.device}`, maxAttempts: 10, minutes: 15 }];
  }
  return [
    { name: 'sign-in', subject: `${email}\n${network}`, maxAttempts: 10, minutes: 15 },
    { name: 'sign-in-network', subject: network, maxAttempts: 50, minutes: 15 },
    ...(known.isNetwork ? [] : [{ name: 'sign-in-account', subject: email, maxAttempts: 30, minutes: 5 }]),
  ];
}

/**
 * How often a passkey that is stored here, or single sign-on, may be refused for a network; for a known browser, by
 * itself.
 * @param device the token of the browser's device cookie, if it is known; else null
 */
export function refusalLimits(
  way: 'passkey' | 'single-sign-on',
  network: string,
  device: string | null,
): Limit[] {
  return [
    device === null
      ? { name: `sign-in-${way}`, subject: network, maxAttempts: 50, minutes: 15 }
      : { name: `sign-in-${way}-device`, subject: device, maxAttempts: 10, minutes: 15 },
  ];
}

/**
 * How often a code of an account may be wrong, which takes its password to try. In a day far fewer than the million
 * codes that there are.
 */
export function codeLimits(userId: string): Limit[] {
  return [
    { name: 'sign-in-code', subject: userId, maxAttempts: 10, minutes: 15 },
    { name: 'sign-in-code-day', subject: userId, maxAttempts: 50, minutes: 24 * 60 },
  ];
}

/** In 15 minutes: far more than users and their scripts need, and a few seconds of hashing at most. */
export const maxSignInsPerAccount = 200;
export const maxSignInsPerNetwork = 400;

/**
 * Limits of successful sign-ins. Only a client that knows the password can reach the limit of an account, so it counts all
 * networks together and locks no one else out.
 */
export function signInSuccessLimits(email: string, network: string): Limit[] {
  return [
    { name: 'sign-in-success', subject: email, maxAttempts: maxSignInsPerAccount, minutes: 15 },
    { name: 'sign-in-success-network', subject: network, maxAttempts: maxSignInsPerNetwork, minutes: 15 },
  ];
}
