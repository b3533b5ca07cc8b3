const failure = 'Failed to update message.';

export const messageFailures = {
  read: failure,
  change: failure,
  note: failure,
  'send-again': failure,
  spam: failure,
  'not-spam': failure,
  unread: failure,
  delete: failure,
};
