import type { Limit } from '#domain/limits/limit.ts';

/**
 * How often a password may be tried. A person and a network together: ten in a quarter of an hour. A network for all
 * accounts: more, because an office shares one. An account from networks that it was never used from, all of them
 * together: thirty in five minutes, which a crowd of attackers uses up without shutting out the owner, whose own
 * networks are known. A browser in which this account was signed in to before has a count of its own, ten in a quarter of
 * an hour: it is neither held back by what others of its network tried nor does it hold them back.
 * @param device the token of the browser's device cookie, if this account was signed in to with it; else null
 */
export function signInLimits(
  email: string,
  network: string,
  known: { isNetwork: boolean; device: string | null },
): [Limit, ...Limit[]] {
  if (known.device !== null) {
    return [{ name: 'sign-in-device', of: `${email}\n${known.device}`, most: 10, minutes: 15 }];
  }
  return [
    { name: 'sign-in', of: `${email}\n${network}`, most: 10, minutes: 15 },
    { name: 'sign-in-network', of: network, most: 50, minutes: 15 },
    ...(known.isNetwork ? [] : [{ name: 'sign-in-account', of: email, most: 30, minutes: 5 }]),
  ];
}

/** How often a network may answer with a passkey that is refused. */
export function passkeyLimits(network: string): Limit[] {
  return [{ name: 'sign-in-passkey', of: network, most: 50, minutes: 15 }];
}

/**
 * How often a code of an account may be wrong, which takes its password to try. In a day far fewer than the million
 * codes that there are.
 */
export function codeLimits(userId: string): Limit[] {
  return [
    { name: 'sign-in-code', of: userId, most: 10, minutes: 15 },
    { name: 'sign-in-code-day', of: userId, most: 50, minutes: 24 * 60 },
  ];
}

/** In 15 minutes: far more than people and their scripts need, and a few seconds of hashing at most. */
export const maxSignInsPerAccount = 200;
export const maxSignInsPerNetwork = 400;

/**
 * How often a password may be right. Only whoever knows the password can use up the limit of an account, so it counts
 * all networks together and shuts nobody else out.
 */
export function signInSuccessLimits(email: string, network: string): Limit[] {
  return [
    { name: 'sign-in-success', of: email, most: maxSignInsPerAccount, minutes: 15 },
    { name: 'sign-in-success-network', of: network, most: maxSignInsPerNetwork, minutes: 15 },
  ];
}
