import type { Toast } from '#app/ui/toaster.tsx';

export const loadFailure = 'Failed to load posts. Please try again.';
export const choicesFailure = 'Failed to load categories and tags.';

/** The message for each action of the posts list that failed. */
export const failures = {
  'set-published': (form: FormData) => `Failed to update ${postsOf(form)}. Please try again.`,
  'set-category': (form: FormData) => `Failed to update ${postsOf(form)}. Please try again.`,
  'set-author': (form: FormData) => `Failed to update ${postsOf(form)}. Please try again.`,
  'set-tags': (form: FormData) => `Failed to update ${postsOf(form)}. Please try again.`,
  undo: 'Failed to undo the change. Please try again.',
  duplicate: 'Failed to duplicate post. Please try again.',
  delete: (form: FormData) => `Failed to delete ${postsOf(form)}. Please try again.`,
};

function postsOf(form: FormData): string {
  return form.getAll('id').length === 1 ? 'post' : 'posts';
}

/**
 * @param changed number of posts that were not in this state before
 * @param scheduled for each post that is not public yet, the message that says when it will be
 */
export function publishedToast(
  published: boolean,
  posts: number,
  changed: number,
  scheduled: readonly string[],
): Toast {
  const word = published ? 'published' : 'unpublished';
  if (posts === 1)
    return { title: 'Post updated', text: [`Post ${word} successfully.`, ...scheduled].join(' ') };
  const rest = posts - changed;
  const already =
    rest === 0
      ? ''
      : ` ${rest === posts ? 'All' : rest} of them ${rest === 1 ? 'was' : 'were'} already ${word}.`;
  const later =
    scheduled.length === 0
      ? ''
      : ` ${scheduled.length === posts ? 'All' : scheduled.length} of them will be public on their publish ${
          scheduled.length === 1 ? 'date' : 'dates'
        }.`;
  return { title: 'Posts updated', text: `${posts} posts ${word} successfully.${already}${later}` };
}

export function deletedToast(titles: readonly string[]): Toast {
  const [title] = titles;
  return titles.length === 1
    ? { title: 'Post deleted', text: `"${title}" has been deleted successfully.` }
    : { title: 'Posts deleted', text: `${titles.length} posts have been deleted successfully.` };
}

export function categoryToast(posts: number, category: string | null): Toast {
  const what = postCount(posts);
  return updatedToast(
    posts,
    category === null ? `${what} taken out of their category.` : `${what} moved to "${category}".`,
  );
}

export function authorToast(posts: number, author: string): Toast {
  return updatedToast(posts, `"${author}" is now the author of ${postCount(posts)}.`);
}

/** @param isAdded whether the tags were added or removed */
export function tagsToast(posts: number, tags: readonly string[], isAdded: boolean): Toast {
  const [tag] = tags;
  const what = tags.length === 1 ? `The tag "${tag}"` : `${tags.length} tags`;
  const verb = tags.length === 1 ? 'was' : 'were';
  return updatedToast(posts, `${what} ${verb} ${isAdded ? 'added to' : 'removed from'} ${postCount(posts)}.`);
}

/** @param changedSince number of posts that stay as they are */
export function undoneToast(undone: number, changedSince: number): Toast {
  const kept =
    changedSince === 0
      ? ''
      : ` ${postCount(changedSince)} ${changedSince === 1 ? 'was' : 'were'} changed since and ${changedSince === 1 ? 'stays' : 'stay'} as ${changedSince === 1 ? 'it is' : 'they are'}.`;
  return {
    title: 'Change undone',
    text: `${postCount(undone)} ${undone === 1 ? 'is as it was' : 'are as they were'} before.${kept}`,
  };
}

function updatedToast(posts: number, text: string): Toast {
  return { title: posts === 1 ? 'Post updated' : 'Posts updated', text };
}

/** `1 post`, `1,200 posts`. */
export function postCount(posts: number): string {
  return posts === 1 ? '1 post' : `${posts.toLocaleString('en-US')} posts`;
}

/** The same in the title of a dialog. */
export function postCountInTitle(posts: number): string {
  return postCount(posts).replace('post', 'Post');
}

export function duplicatedToast(title: string): Toast {
  return { title: 'Post duplicated', text: `"${title}" has been saved as a draft.` };
}
