import { requireActor } from '#domain/core/context.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { getPostWithPendingChanges } from '#domain/posts/get-post-with-pending-changes.ts';
import { mayWrite } from '#domain/posts/own-drafts.ts';
import { liveSlugOf, wasPublic } from '#domain/posts/publishing.ts';
import type { SaveResult } from '#app/routes/admin/editing/saving/save-result.ts';
import type { Saved } from '#app/routes/admin/editing/saving/use-saving.ts';
import { formStateOf, type PostValues } from './post-values.ts';

type Loaded = Awaited<ReturnType<typeof loadEditState>>;

/** The stored state of a post that is being edited: its pending changes if it has any, otherwise the post. */
export type EditState = Loaded['state'];

/** The stored post and its versions, as a save needs them. */
export type SavedVersion = Pick<EditState, 'id' | 'version' | 'pendingVersion' | 'isPublished' | 'liveSlug'>;

export type SavedPost = Saved<PostValues, SavedVersion>;

export type PostSaveResult = SaveResult<SavedPost, EditState>;

/** Changes started on a version of the post that has been replaced since; `base` is that version. */
export type VersionConflict = NonNullable<Loaded['versionConflict']>;

/** @throws not-found. */
export async function loadEditState(domain: DomainContext, id: string) {
  const { post, pendingChanges } = await getPostWithPendingChanges(domain, id);
  const actor = requireActor(domain);
  const live = {
    id: post.id,
    ...formStateOf(post, domain.timeZone),
    version: post.version,
    pendingVersion: pendingChanges?.version ?? 0,
    saveKey: post.saveKey,
    /** True if visitors may see the post, now or when its date has come. */
    isPublished: post.published,
    /** The slug under which visitors find the post now; null while they do not. */
    liveSlug: liveSlugOf(post, domain.now()),
    /** Visitors may know its address, so that the slug no longer follows the title. */
    wasPublic: wasPublic(post, domain.now()),
    savedBy: post.savedBy,
    /** True if the user whose form it is has saved it, in this form or elsewhere. */
    isOwnSave: post.savedById === actor.userId,
    savedAt: post.updatedAt,
  };
  const isWritable = mayWrite(actor, post);
  if (pendingChanges === null) return { state: live, versionConflict: null, isWritable };
  const { savedBy, savedById, savedAt, saveKey, begunOn, isStale } = pendingChanges;
  const state = {
    ...live,
    ...formStateOf(pendingChanges, domain.timeZone),
    saveKey,
    savedBy,
    isOwnSave: savedById === actor.userId,
    savedAt,
  };
  const base = begunOn && formStateOf(begunOn, domain.timeZone);
  return { state, versionConflict: isStale ? { theirs: live, base } : null, isWritable };
}
