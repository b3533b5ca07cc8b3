import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();

/** Errors that a test may ask for. */
type Lies = {
  origin?: string;
  rpId?: string;
  /** True if the user was verified, not only present. */
  isVerified?: boolean;
  counter?: number;
  userHandle?: string;
};

/** An authenticator with one passkey (ES256), in software: its answers are those of a browser. */
export function createPasskeyDevice(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const credentialId = id.toString('base64url');
  let userHandle = '';
  let counter = 0;

  function clientData(type: string, challenge: string, lies: Lies): Buffer {
    return Buffer.from(
      JSON.stringify({ type, challenge, origin: lies.origin ?? origin, crossOrigin: false }),
    );
  }

  function authenticatorData(flags: number, lies: Lies): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(lies.counter ?? counter);
    const verified = (lies.isVerified ?? true) ? 0x04 : 0;
    return Buffer.concat([
      sha256(lies.rpId ?? new URL(origin).hostname),
      Buffer.from([0x01 | verified | flags]),
      count,
    ]);
  }

  function credential(response: object): string {
    const named = { id: credentialId, rawId: credentialId, type: 'public-key' };
    return JSON.stringify({ ...named, clientExtensionResults: {}, response });
  }

  return {
    credentialId,

    /** The answer of `navigator.credentials.create`, as JSON. */
    register(options: { challenge: string; user: { id: string } }, lies: Lies = {}): string {
      userHandle = options.user.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // COSE: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const data = Buffer.concat([authenticatorData(0x40, lies), attested]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(data.length);
      // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
        length,
        data,
      ]);
      return credential({
        clientDataJSON: clientData('webauthn.create', options.challenge, lies).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      });
    },

    /** The answer of `navigator.credentials.get`, as JSON. */
    answer(challenge: string, lies: Lies = {}): string {
      counter += 1;
      const client = clientData('webauthn.get', challenge, lies);
      const data = authenticatorData(0, lies);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: lies.userHandle ?? userHandle,
      });
    },
  };
}

export type PasskeyDevice = ReturnType<typeof createPasskeyDevice>;
