import type { Limit } from '#domain/limits/limit-attempts.ts';

/**
 * How often a password may be tried. A person and a network together: ten in a quarter of an hour. A network for all
 * accounts: more, because an office shares one. An account from networks that it was never used from, all of them
 * together: thirty in five minutes, which a crowd of attackers uses up without shutting out the owner, whose own
 * networks are known.
 */
export function signInLimits(
  email: string,
  network: string,
  isKnownNetwork: boolean,
): [Limit, Limit, ...Limit[]] {
  return [
    { name: 'sign-in', of: `${email}\n${network}`, most: 10, minutes: 15 },
    { name: 'sign-in-network', of: network, most: 50, minutes: 15 },
    ...(isKnownNetwork ? [] : [{ name: 'sign-in-account', of: email, most: 30, minutes: 5 }]),
  ];
}
