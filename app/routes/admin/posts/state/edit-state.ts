import type { DomainContext } from '#domain/context.ts';
import { getPostWithDraft } from '#domain/posts/get-post.ts';
import type { PostValues } from './post-values.ts';
import { postValues } from './post-values.ts';

/** The stored state of a post that is being edited: its pending changes if it has any, otherwise the post. */
export type EditState = {
  id: string;
  values: PostValues;
  content: string;
  /** Of the post. */
  version: number;
  /** Of the pending changes; 0 when there are none. */
  draftVersion: number;
  /** The key of the save that stored this state. */
  saveKey: string;
  /** Whether visitors may see the post, now or when its date has come. */
  isPublished: boolean;
  /** Visitors may know its address, so that the slug no longer follows the title. */
  wasPublished: boolean;
  savedBy: string | null;
  savedAt: Date;
};

/** The stored post and its versions, as a save needs them. */
export type SavedVersion = Pick<EditState, 'id' | 'version' | 'draftVersion' | 'isPublished'>;

export function savedVersionOf({ id, version, draftVersion, isPublished }: SavedVersion): SavedVersion {
  return { id, version, draftVersion, isPublished };
}

/** Changes started on a version of the post that has been replaced since; `base` is that version. */
export type VersionConflict = { theirs: EditState; base: { values: PostValues; content: string } | null };

/** @throws not-found. */
export async function loadEditState(
  domain: DomainContext,
  id: string,
): Promise<{ state: EditState; versionConflict: VersionConflict | null }> {
  const { post, draft } = await getPostWithDraft(domain, id);
  const live: EditState = {
    id: post.id,
    values: postValues(post, domain.timeZone),
    content: post.content,
    version: post.version,
    draftVersion: draft?.version ?? 0,
    saveKey: post.saveKey,
    isPublished: post.published,
    wasPublished: post.firstPublishedAt !== null || post.published,
    savedBy: post.savedBy,
    savedAt: post.updatedAt,
  };
  if (draft === null) return { state: live, versionConflict: null };
  const { savedBy, savedAt, saveKey, content } = draft;
  const values = postValues(draft, domain.timeZone);
  const base = draft.begunOn && {
    values: postValues(draft.begunOn, domain.timeZone),
    content: draft.begunOn.content,
  };
  return {
    state: { ...live, values, content, saveKey, savedBy, savedAt },
    versionConflict: draft.isStale ? { theirs: live, base } : null,
  };
}
