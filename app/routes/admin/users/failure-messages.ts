export const loadFailure = 'Failed to load admin users.';

export const failures = {
  add: 'Failed to save admin user.',
  'change-role': 'Failed to save admin user.',
  'end-sessions': 'Failed to end the sessions of this user.',
  remove: 'Failed to remove admin user.',
  invite: 'Failed to save invitation.',
  'second-factor': 'Failed to save who needs a second factor.',
  withdraw: 'Failed to withdraw invitation.',
};
