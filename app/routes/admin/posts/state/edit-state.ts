import { requireActor } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { getPostWithPendingChanges } from '#domain/posts/get-post-with-pending-changes.ts';
import { mayWrite } from '#domain/posts/own-drafts.ts';
import { liveSlugOf, wasPublic } from '#domain/posts/publishing.ts';
import type { SaveResult } from '#app/routes/admin/editing/saving/save-result.ts';
import type { Saved } from '#app/routes/admin/editing/saving/use-saving.ts';
import { postValues, type PostValues } from './post-values.ts';

/** The stored state of a post that is being edited: its pending changes if it has any, otherwise the post. */
export type EditState = {
  id: string;
  values: PostValues;
  content: string;
  /** Of the post. */
  version: number;
  /** Of the pending changes; 0 when there are none. */
  pendingVersion: number;
  /** The key of the save that stored this state. */
  saveKey: string;
  /** Whether visitors may see the post, now or when its date has come. */
  isPublished: boolean;
  /** The slug under which visitors find the post now; null while they do not. */
  liveSlug: string | null;
  /** Visitors may know its address, so that the slug no longer follows the title. */
  wasPublic: boolean;
  savedBy: string | null;
  /** Whether the user whose form it is has saved it, in this form or elsewhere. */
  isOwnSave: boolean;
  savedAt: Date;
};

/** The stored post and its versions, as a save needs them. */
export type SavedVersion = Pick<EditState, 'id' | 'version' | 'pendingVersion' | 'isPublished' | 'liveSlug'>;

export type SavedPost = Saved<PostValues, SavedVersion>;

export type PostSaveResult = SaveResult<SavedPost, EditState>;

/** Changes started on a version of the post that has been replaced since; `base` is that version. */
export type VersionConflict = { theirs: EditState; base: { values: PostValues; content: string } | null };

/** @throws not-found. */
export async function loadEditState(
  domain: DomainContext,
  id: string,
): Promise<{ state: EditState; versionConflict: VersionConflict | null; isWritable: boolean }> {
  const { post, pendingChanges } = await getPostWithPendingChanges(domain, id);
  const actor = requireActor(domain);
  const { userId } = actor;
  const isWritable = mayWrite(actor, post);
  const live: EditState = {
    id: post.id,
    values: postValues(post, domain.timeZone),
    content: post.content,
    version: post.version,
    pendingVersion: pendingChanges?.version ?? 0,
    saveKey: post.saveKey,
    isPublished: post.published,
    liveSlug: liveSlugOf(post, domain.now()),
    wasPublic: wasPublic(post, domain.now()),
    savedBy: post.savedBy,
    isOwnSave: post.savedById === userId,
    savedAt: post.updatedAt,
  };
  if (pendingChanges === null) return { state: live, versionConflict: null, isWritable };
  const { savedBy, savedAt, saveKey, content } = pendingChanges;
  const values = postValues(pendingChanges, domain.timeZone);
  const base = pendingChanges.begunOn && {
    values: postValues(pendingChanges.begunOn, domain.timeZone),
    content: pendingChanges.begunOn.content,
  };
  return {
    state: {
      ...live,
      values,
      content,
      saveKey,
      savedBy,
      isOwnSave: pendingChanges.savedById === userId,
      savedAt,
    },
    versionConflict: pendingChanges.isStale ? { theirs: live, base } : null,
    isWritable,
  };
}
