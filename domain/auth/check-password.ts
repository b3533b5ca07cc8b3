import { findRepeatedSignUp } from '#db/queries/repeated-sign-ups.ts';
import type { DomainContext } from '#domain/context.ts';
import type { Auth, PasswordSignIn } from './auth.ts';
import { unconfirmed, wrongPassword } from './sign-in-message.ts';

export type PasswordAuth = Pick<Auth, 'signIn' | 'hashPassword' | 'verifyPassword'>;

/**
 * The answer of the accounts library. A person who signed up with the address of an existing account gets the answer of
 * an unconfirmed account instead. A wrong password costs one more hash for every account.
 */
export async function checkPassword(
  ctx: DomainContext,
  auth: PasswordAuth,
  credentials: { email: string; password: string },
  userAgent: string | null,
): Promise<PasswordSignIn> {
  const answer = await auth.signIn(credentials, { userAgent, clientAddress: ctx.clientAddress });
  if (!ctx.emailConfirmation || answer.ok || answer.code !== wrongPassword.code) return answer;
  const { email, password } = credentials;
  const hash = await findRepeatedSignUp(ctx.db, email);
  if (hash !== undefined && (await auth.verifyPassword({ hash, password }))) return unconfirmed;
  if (hash === undefined) await auth.hashPassword(password);
  return answer;
}
