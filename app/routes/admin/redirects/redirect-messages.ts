import type { RedirectStatus } from '#domain/redirects/rule.ts';

/** What each kind of redirect is called in its list. */
export const statusNames: Record<RedirectStatus, string> = {
  301: 'Permanent',
  302: 'Temporary',
  308: 'Permanent',
  410: 'Gone',
};

export const redirectFailures = {
  create: 'Failed to save redirect.',
  update: 'Failed to save redirect.',
  delete: 'Failed to delete redirect.',
};
