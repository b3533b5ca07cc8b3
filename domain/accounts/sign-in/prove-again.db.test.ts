import { expect } from 'vitest';

import { updateUser } from '#db/queries/accounts.ts';
import { createPasskeys } from '#adapters/passkeys.ts';
import { updateInstallation } from '#db/queries/installation.ts';
import { test } from '#tests/database.ts';
import { plainHash } from '#tests/factories.ts';
import { describeProof, proveAgain } from './prove-again.ts';

const auth = {
  ...plainHash,
  verifyPassword: async ({ hash, password }: { hash: string; password: string }) =>
    hash === `plain:${password}`,
  passkeys: createPasskeys({ own: 'http://localhost:3000', aliases: [] }),
  singleSignOn: null,
};

const proof = { password: 'correct horse', code: '' };

test('proveAgain refuses a password alone where the sign-in needs a second factor', async ({ db, ctx }) => {
  await expect(proveAgain(ctx, auth, proof)).resolves.toBeUndefined();
  expect(await describeProof(ctx, auth)).toMatchObject({ password: { needsCode: false }, passkey: null });

  await updateInstallation(db, { second_factor: 'everybody' });
  const passkey = { credential_id: 'one', public_key: Buffer.alloc(1), counter: 0, name: 'Laptop' };
  await db
    .insertInto('passkeys')
    .values({ ...passkey, user_id: ctx.actor.userId })
    .execute();
  await expect(proveAgain(ctx, auth, proof)).rejects.toMatchObject({ kind: 'invalid' });
  expect(await describeProof(ctx, auth)).toMatchObject({ password: null, passkey: { rpId: 'localhost' } });

  await updateUser(db, ctx.actor.userId, {
    authenticator_secret: Buffer.alloc(1),
    authenticator_confirmed_at: new Date(),
  });
  await expect(proveAgain(ctx, auth, proof)).rejects.toMatchObject({ kind: 'invalid' });
  expect(await describeProof(ctx, auth)).toMatchObject({ password: { needsCode: true } });
});
