/**
 * Seconds between two announcements of an open form, and after the last one until its user counts as gone. Together they
 * are below a minute: a user who has left is shown no longer than that. `names` are told at most.
 */
export const presence = { announceSeconds: 15, goneSeconds: 40, names: 20 };
