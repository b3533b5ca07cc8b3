import { expect } from 'vitest';

import { createPasskeys } from '#adapters/passkeys.ts';
import { updateInstallation } from '#db/queries/installation.ts';
import { test } from '#tests/database.ts';
import { addAuthenticator, addStoredPasskey, plainPasswords } from '#tests/factories.ts';
import { describeProof, proveAgain } from './prove-again.ts';

const auth = {
  ...plainPasswords,
  passkeys: createPasskeys({ own: 'http://localhost:3000', aliases: [] }),
  singleSignOn: null,
};

const proof = { password: 'correct horse', code: '' };

test('proveAgain refuses a password alone where the sign-in needs a second factor', async ({ db, ctx }) => {
  await expect(proveAgain(ctx, auth, proof)).resolves.toBeUndefined();
  expect(await describeProof(ctx, auth)).toMatchObject({ password: { needsCode: false }, passkey: null });

  await updateInstallation(db, { second_factor: 'everybody' });
  await addStoredPasskey(db, ctx.actor.userId);
  await expect(proveAgain(ctx, auth, proof)).rejects.toMatchObject({ kind: 'invalid' });
  expect(await describeProof(ctx, auth)).toMatchObject({ password: null, passkey: { rpId: 'localhost' } });

  await addAuthenticator(db, ctx.actor.userId);
  await expect(proveAgain(ctx, auth, proof)).rejects.toMatchObject({ kind: 'invalid' });
  expect(await describeProof(ctx, auth)).toMatchObject({ password: { needsCode: true } });
});
