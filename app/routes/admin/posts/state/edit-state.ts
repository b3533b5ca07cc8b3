import type { DomainContext } from '#domain/context.ts';
import { getPostWithDraft } from '#domain/posts/get-post.ts';
import type { PostValues } from './post-values.ts';
import { postValues } from './post-values.ts';

/** What is stored of a post that is being edited: its working draft if it has one, else the post. */
export type EditState = {
  id: string;
  values: PostValues;
  content: string;
  /** Of the post. */
  version: number;
  /** Of the working draft; 0 when there is none. */
  draftVersion: number;
  /** Names the save that made this state. */
  saveKey: string;
  /** Whether visitors may see the post, now or when its date has come. */
  isPublished: boolean;
  /** Its address is known, so it no longer follows the title. */
  wasPublished: boolean;
  savedBy: string | null;
  savedAt: Date;
};

/** What the server has of a post. */
export type SavedVersion = Pick<EditState, 'id' | 'version' | 'draftVersion' | 'isPublished'>;

export function savedVersionOf({ id, version, draftVersion, isPublished }: SavedVersion): SavedVersion {
  return { id, version, draftVersion, isPublished };
}

/** Changes begun on a post that has been changed elsewhere since. */
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
