import type { Mail, Mailer } from './mailer.ts';

/**
 * Lets an e-mail leave after the answer, so that nobody waits for a mail server, and nobody can tell from the time of
 * an answer whether one left. The one door for every e-mail that a verb sends; call it when the verb's transaction is
 * committed.
 */
export function enqueueMail(ctx: { mail: Mailer }, mail: Mail): void {
  if (!ctx.mail.isSetUp) return;
  ctx.mail.send(mail).catch((error: unknown) => ctx.mail.onFailure(error));
}
