/** The state of a post that a share link shows. */
export type SharedState = 'published' | 'pending changes' | 'unpublished';

/** The state of this post that its share links show. Pure. */
export function shownByLinks(post: {
  published: boolean;
  scheduled: boolean;
  /** It has pending changes. */
  isAhead: boolean;
}): SharedState {
  if (!post.published || post.scheduled) return 'unpublished';
  return post.isAhead ? 'pending changes' : 'published';
}
