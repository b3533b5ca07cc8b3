/** The state of a post that a share link shows. */
export type SharedState = 'published' | 'pending changes' | 'unpublished';

/** The state of this post that its share links show. Pure. */
export function shownByLinks(post: {
  published: boolean;
  scheduled: boolean;
  hasPendingChanges: boolean;
}): SharedState {
  if (!post.published || post.scheduled) return 'unpublished';
  return post.hasPendingChanges ? 'pending changes' : 'published';
}
