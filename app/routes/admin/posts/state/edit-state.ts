import type { DomainContext } from '#domain/context.ts';
import { getPostWithPendingChanges } from '#domain/posts/get-post-with-pending-changes.ts';
import { detectLanguage } from '#domain/text/detect-language.ts';
import { visibleText } from '#domain/text/visible-text.ts';
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
  /** BCP 47 tag of the language that the content is in; null when that is not certain. */
  detectedLanguage: string | null;
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
  const { post, pendingChanges } = await getPostWithPendingChanges(domain, id);
  const live: EditState = {
    id: post.id,
    values: postValues(post, domain.timeZone),
    content: post.content,
    version: post.version,
    draftVersion: pendingChanges?.version ?? 0,
    saveKey: post.saveKey,
    isPublished: post.published,
    wasPublished: post.firstPublishedAt !== null || post.published,
    savedBy: post.savedBy,
    savedAt: post.updatedAt,
    detectedLanguage: languageOfStart(post.content),
  };
  if (pendingChanges === null) return { state: live, versionConflict: null };
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
      savedAt,
      detectedLanguage: languageOfStart(content),
    },
    versionConflict: pendingChanges.isStale ? { theirs: live, base } : null,
  };
}

/** The start is enough to detect a language, and the content can be very long. */
function languageOfStart(content: string): string | null {
  return detectLanguage(visibleText(content.slice(0, 60_000)));
}
