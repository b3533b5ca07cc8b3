import type { DomainContext } from '#domain/context.ts';
import { composeMail } from '#domain/mail/compose-mail.ts';
import { enqueueMail } from '#domain/mail/enqueue-mail.ts';

/** Whoever did not change their password themselves should hear of it. */
export function tellOfNewPassword(ctx: Pick<DomainContext, 'mail' | 'origin'>, to: string): void {
  enqueueMail(
    ctx,
    composeMail({
      to,
      subject: 'Your password has been changed',
      lines: [
        `The password of ${to} at ${ctx.origin} has been changed, and every other session has been ended.`,
      ],
      link: { label: 'If it was not you, choose a new one', href: `${ctx.origin}/admin/forgot-password` },
      closing: [],
    }),
  );
}
