/**
 * Everything the activity log can say, as `{who} {words} {what}`. A verb that does something new adds its line here.
 */
export const activityActions = {
  'sign-in': 'signed in',
  'sign-in-failed': 'failed to sign in',
  'sign-out': 'signed out everywhere',
  'session-ended': 'ended a session',
  'account-created': 'created an account',
  'email-confirmed': 'confirmed their email address',
  'account-updated': 'updated their account',
  'password-changed': 'changed their password',
  'password-reset-requested': 'asked for a new password',
  'password-reset': 'set a new password by e-mail',
  'admin-added': 'gave admin access to',
  'admin-invited': 'invited',
  'invitation-accepted': 'accepted an invitation',
  'invitation-withdrawn': 'withdrew the invitation of',
  'role-changed': 'changed the role of',
  'admin-removed': 'removed admin access of',
  'post-created': 'created the post',
  'post-updated': 'edited the post',
  'post-published': 'published',
  'post-unpublished': 'unpublished',
  'post-deleted': 'deleted the post',
  'category-created': 'created the category',
  'category-updated': 'edited the category',
  'category-deleted': 'deleted the category',
  'category-merged': 'merged the category',
  'tag-created': 'created the tag',
  'tag-updated': 'edited the tag',
  'tag-deleted': 'deleted the tag',
  'tag-merged': 'merged the tag',
  'picture-replaced': 'replaced the picture',
  'picture-deleted': 'deleted the picture',
  'settings-changed': 'changed the settings of',
} as const;

export type ActivityAction = keyof typeof activityActions;
