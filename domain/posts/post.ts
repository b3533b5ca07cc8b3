/** Types that screens and verbs share about posts. Instants are `Date`, calendar days are `YYYY-MM-DD`. */

import type { Image } from '#domain/images/image.ts';
import type { PostKind } from '#domain/kinds.ts';
import type { CaseResult } from './case-results.ts';
import type { FieldValues } from './post-fields.ts';

export type TermName = { name: string; slug: string };

/** A post as a list of cards shows it. Never carries the body. */
export type PublicPostCard = {
  id: string;
  kind: PostKind;
  slug: string;
  title: string;
  excerpt: string | null;
  featuredImage: string | null;
  /** The same image with its stored details. */
  image: Image | null;
  category: TermName | null;
  /** The name of the public author, else the display name of the account, else its username, else "Unknown". */
  author: string;
  /** Of the public author, where there is one. */
  authorSlug: string | null;
  /** The date visitors see, long US English: "November 20, 2026". */
  date: string;
  /** The same day as YYYY-MM-DD, for `<time datetime>`. */
  day: string;
  readMinutes: number;
};

/** A post as its own page shows it. */
export type PublicPost = PublicPostCard & {
  /** Sanitized HTML; '' when there is none. */
  content: string;
  tags: TermName[];
  /** The images in the body with their stored details. */
  images: Image[];
  publishedAt: Date;
  /** When visitors could first read it. */
  firstPublishedAt: Date;
  /**
   * The same date as `day` for machines: the instant of the first publishing if that is on this day, else only the day.
   * So metadata never contradicts the date that a visitor sees.
   */
  publishedOn: string;
  updatedAt: Date;
  /** BCP 47 tag; null: that of the site. */
  language: string | null;
  /** For search engines, instead of the excerpt. */
  metaDescription: string | null;
  /** What a shared link shows, instead of title and featured image. */
  socialTitle: string | null;
  socialImage: Image | null;
  /** The address of the original, if that is another one. */
  canonicalUrl: string | null;
  /** Whether search engines must not list it. */
  noindex: boolean;
  /** Null for a kind that is not about a client. */
  facts: CaseStudyFacts | null;
};

/** What a case study says beside its text. */
export type CaseStudyFacts = {
  client: string;
  clientLogo: Image | null;
  industry: string | null;
  services: string[];
  technologies: string[];
  year: number | null;
  results: CaseResult[];
  /** Its name is never missing on a public page. */
  quote: { text: string; name: string | null; role: string | null } | null;
  link: string | null;
};

/** A case study as lists show it. */
export type CaseStudyCard = PublicPostCard &
  Pick<CaseStudyFacts, 'client' | 'industry' | 'services' | 'results'>;

/** A case study with the next one in the order of `/work`, from the last to the first again; null without another. */
export type CaseStudyInPlace = PublicPost & { facts: CaseStudyFacts; next: CaseStudyCard | null };

export type PostLink = { slug: string; title: string };

/** A post with links to its neighbors and related posts. */
export type PublicPostInPlace = PublicPost & {
  older: PostLink | null;
  newer: PostLink | null;
  /** Posts that share tags or the category with it, most similar first. */
  related: PublicPostCard[];
  /** Case studies that share a tag with it, or do what one of its tags names. */
  caseStudies: CaseStudyCard[];
};

export type Page<Item> = { items: Item[]; page: number; pages: number; total: number };

/** The result of looking up an address under /blog/. */
export type PostAddress =
  | { kind: 'post'; post: PublicPostInPlace }
  | { kind: 'moved'; slug: string }
  | { kind: 'gone' }
  | { kind: 'unknown' };

/** Everything that an editor sets beside the content. */
export type PostSettings = FieldValues & { tagIds: string[] };

/** A present or earlier state of a post, or the state that its pending changes will make. */
export type PostState = PostSettings & {
  /** Sanitized HTML. */
  content: string;
};

/** Changes to a published post that are not public yet. */
export type PendingChanges = PostState & {
  version: number;
  saveKey: string;
  savedBy: string | null;
  savedById: string | null;
  savedAt: Date;
  /** Whether the post was saved after these changes were started. */
  isStale: boolean;
  /** The state of the post when they were started; null when it is the present one or no longer stored. */
  begunOn: PostState | null;
};
