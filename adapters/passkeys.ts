import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { isIP } from 'node:net';

import type { Passkeys } from '#domain/accounts/passkeys.ts';

/**
 * Passkeys by `@simplewebauthn/server`. The domain and the origins are those of the configuration, never those that a
 * request names. An IP address cannot have passkeys: without a public origin they belong to `localhost`.
 *
 * @param origins the public one, and its aliases on this machine
 */
export function createPasskeys(origins: { own: string; aliases: readonly string[] }): Passkeys {
  const { hostname } = new URL(origins.own);
  const rpId = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : 'localhost';
  const expectedOrigin = [origins.own, ...origins.aliases].filter((one) => new URL(one).hostname === rpId);
  const expected = { expectedOrigin, expectedRPID: rpId, requireUserVerification: true };

  return {
    rpId,

    async verifyRegistration(response, isOurs) {
      if (!isRegistration(response)) return null;
      const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
      const result = await orNull(
        verifyRegistrationResponse({ response, expectedChallenge: isOurs, ...expected }),
      );
      if (!result?.verified) return null;
      const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential;
      return { credentialId: id, publicKey, counter, transports };
    },

    async verifyAuthentication(response, isOurs, { credentialId, publicKey, counter }) {
      if (!isAuthentication(response)) return null;
      const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
      const credential = { id: credentialId, publicKey: new Uint8Array(publicKey), counter };
      const result = await orNull(
        verifyAuthenticationResponse({ response, expectedChallenge: isOurs, ...expected, credential }),
      );
      return result?.verified ? { counter: result.authenticationInfo.newCounter } : null;
    },
  };
}

/** The library throws for an answer that cannot be true, whatever is wrong with it. */
async function orNull<Result>(verification: Promise<Result>): Promise<Result | null> {
  try {
    return await verification;
  } catch {
    return null;
  }
}

function isRegistration(value: unknown): value is RegistrationResponseJSON {
  return (
    hasTexts(value, ['id', 'rawId', 'type']) &&
    hasTexts(value.response, ['clientDataJSON', 'attestationObject'])
  );
}

function isAuthentication(value: unknown): value is AuthenticationResponseJSON {
  const texts = ['clientDataJSON', 'authenticatorData', 'signature'];
  return hasTexts(value, ['id', 'rawId', 'type']) && hasTexts(value.response, texts);
}

function hasTexts(value: unknown, names: readonly string[]): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const texts = new Map(Object.entries(value));
  return names.every((name) => typeof texts.get(name) === 'string');
}
