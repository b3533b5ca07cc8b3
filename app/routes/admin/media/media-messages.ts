export const loadFailure = 'Failed to load media.';

export const mediaFailures = {
  delete: 'Failed to delete image.',
  replace: 'Failed to replace image.',
};

/**
 * @param posts number of posts that now show the new image
 * @param isKept whether revisions still show the old one
 */
export function replacedMessage({ posts, isKept }: { posts: number; isKept: boolean }): string {
  const where = posts === 0 ? '' : ` in ${posts} ${posts === 1 ? 'post' : 'posts'}`;
  const done = `Image replaced${where} successfully.`;
  return isKept ? `${done} The earlier one stays as long as earlier versions show it.` : done;
}
