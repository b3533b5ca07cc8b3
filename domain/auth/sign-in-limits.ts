import type { Limit } from '#domain/limits/limit.ts';

/**
 * Limits of failed sign-ins. For an account from one network: ten in 15 minutes. For a network and all accounts: more,
 * because an office shares one. For an account from all networks that it was never used from: thirty in five minutes, so
 * that attackers can reach this limit without locking out the owner, whose networks are known.
 */
export function signInLimits(
  email: string,
  network: string,
  isKnownNetwork: boolean,
): [Limit, Limit, ...Limit[]] {
  return [
    { name: 'sign-in', subject: `${email}\n${network}`, maxAttempts: 10, minutes: 15 },
    { name: 'sign-in-network', subject: network, maxAttempts: 50, minutes: 15 },
    ...(isKnownNetwork ? [] : [{ name: 'sign-in-account', subject: email, maxAttempts: 30, minutes: 5 }]),
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
