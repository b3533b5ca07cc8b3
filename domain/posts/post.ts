/** Types that screens and verbs share about posts. Instants are `Date`, calendar days are `YYYY-MM-DD`. */

import type { PostState } from './post-fields.ts';
import type { presentCard, presentCaseStudyCard, presentPost } from './presenting.ts';

export type TermName = { name: string; slug: string };

/** A post as a list of cards shows it. Never carries the body. */
export type PublicPostCard = ReturnType<typeof presentCard>;

export type PublicPost = ReturnType<typeof presentPost>;

export type PostFacts = NonNullable<PublicPost['facts']>;

export type CaseStudyCard = ReturnType<typeof presentCaseStudyCard>;

export type PostLink = { slug: string; title: string };

export type Page<Item> = { items: Item[]; page: number; pages: number; total: number };

/** Changes to a published post that are not public yet. */
export type PendingChanges = PostState & {
  version: number;
  saveKey: string;
  savedBy: string | null;
  savedById: string | null;
  savedAt: Date;
  /** True if the post was saved after these changes were started. */
  isStale: boolean;
  /** The state of the post when they were started; null when it is the present one or no longer stored. */
  begunOn: PostState | null;
};
