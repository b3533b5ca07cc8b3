import type { DomainContext } from '#domain/context.ts';
import { enqueueMail } from '#domain/mail/enqueue-mail.ts';
import { composePasswordChanged } from './compose-password-changed.ts';

/** Whoever did not change their password themselves should hear of it. */
export function tellOfNewPassword(ctx: Pick<DomainContext, 'mail' | 'origin'>, to: string): void {
  enqueueMail(ctx, composePasswordChanged({ to, origin: ctx.origin }));
}
