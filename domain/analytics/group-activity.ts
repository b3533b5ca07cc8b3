const maxGroups = 10;

export type RecentView = { postId: string; title: string; slug: string; at: Date };
export type ActivityGroup = { postId: string; title: string; slug: string; views: number; lastAt: Date };

/** The newest views by post, the post seen last first; at most ten groups. @param views newest first. */
export function groupActivity(views: readonly RecentView[]): ActivityGroup[] {
  const groups = new Map<string, ActivityGroup>();
  for (const { at, ...post } of views) {
    const group = groups.get(post.postId);
    if (group) group.views += 1;
    else groups.set(post.postId, { ...post, views: 1, lastAt: at });
  }
  return [...groups.values()].slice(0, maxGroups);
}
