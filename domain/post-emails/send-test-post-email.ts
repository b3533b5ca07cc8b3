import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import { invalid } from '#domain/errors.ts';
import { unsubscribeHeaders } from '#domain/newsletter/unsubscribe-headers.ts';
import { inTransaction } from '#domain/transaction.ts';
import { tokenPlace } from './compose-post-email.ts';
import { previewPostEmail } from './get-post-emails.ts';

/** In the links of a test, which belong to no subscriber. */
const testToken = 'test';

/**
 * Emails a post to the person who asks, as it would be sent now.
 * @returns their address
 * @throws forbidden for editors, not-found, invalid where no email is set up
 */
export async function sendTestPostEmail(ctx: DomainContext, postId: string): Promise<string> {
  const actor = requirePermission(ctx, 'email-posts');
  if (!ctx.mail.isSetUp) throw invalid('Email is not set up, so no test can be sent.');
  const { subject, html, text } = await previewPostEmail(ctx, postId, 'now');
  await inTransaction(ctx, (tx) =>
    enqueueEmail(tx, {
      to: actor.email,
      subject: `Test: ${subject}`,
      html: html.replaceAll(tokenPlace, testToken),
      text: text.replaceAll(tokenPlace, testToken),
      headers: unsubscribeHeaders(ctx.origin, testToken),
    }),
  );
  return actor.email;
}
