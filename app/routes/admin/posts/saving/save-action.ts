import { requireActor } from '#domain/core/context.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { kinds } from '#domain/core/kinds.ts';
import { isDomainError } from '#domain/core/errors.ts';
import { ownVersionConflict } from '#domain/editing/version-conflict.ts';
import { isTimeZone } from '#domain/fields/time-zone.ts';
import { readPostForm, type PostForm } from '#app/http/post-form.ts';
import { admissionMessages } from '#app/http/require-admin.ts';
import type { FormVerb } from '#app/routes/admin/actions/form-action.ts';
import type { EditState, SavedPost } from '../state/edit-state.ts';

export type SentPost<Params = unknown> = PostForm & { fields: Record<string, string>; params: Params };

/**
 * An action that saves a post. When another user saved first it answers 409 with their text, so that the form can show
 * both. When another user has signed in in the same browser meanwhile, the session of this form has ended: 401. Its dates
 * are those of the time zone that it was loaded with, whatever the site's is now.
 *
 * @param findTheirs finds what was stored first; null when nothing is
 */
export function saveVerb<Params>(
  save: (ctx: DomainContext, sent: SentPost<Params>) => Promise<SavedPost>,
  findTheirs: (ctx: DomainContext, sent: SentPost<Params>) => Promise<EditState | null>,
): FormVerb<Params> {
  return async (given, { writerId, timeZone, ...fields }, { form, params }) => {
    const ctx = timeZone !== undefined && isTimeZone(timeZone) ? { ...given, timeZone } : given;
    if (writerId !== undefined && writerId !== requireActor(ctx).userId) {
      return { refused: { status: 401, message: admissionMessages.anonymous } };
    }
    const sent = { ...readPostForm(fields, form.getAll('tagIds'), ctx.timeZone), fields, params };
    try {
      return { done: null, send: await save(ctx, sent) };
    } catch (error) {
      if (!isDomainError(error) || error.kind !== 'conflict') throw error;
      const theirs = await findTheirs(ctx, sent).catch(() => null);
      if (theirs === null) throw error;
      const { noun } = kinds[theirs.values.kind];
      const message = theirs.isOwnSave ? ownVersionConflict(noun) : error.message;
      return { refused: { status: 409, message, details: { theirs } } };
    }
  };
}
