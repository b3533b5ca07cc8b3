/** What search engines and shared links say about a post: its description, else its excerpt, else title and author. Pure. */
export function searchDescription(post: {
  metaDescription: string | null;
  excerpt: string | null;
  title: string;
  author: string;
}): string {
  return post.metaDescription ?? post.excerpt ?? `${post.title}, by ${post.author}.`;
}
