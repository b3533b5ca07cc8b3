/** Types of categories and tags that screens and verbs share. */

export type TermKind = 'category' | 'tag';

/** A row of the admin's list of categories or tags. */
export type TermListItem = {
  id: string;
  name: string;
  slug: string;
  /** Categories only. */
  description: string | null;
  createdAt: Date;
  posts: number;
  /** There are more posts than were counted. */
  hasMorePosts: boolean;
};
