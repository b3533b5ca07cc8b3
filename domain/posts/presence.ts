/**
 * Seconds between two announcements of an open form, and after the last one until its user counts as gone. Together they
 * are below a minute, after which nobody is shown who has left.
 */
export const presence = { announceSeconds: 15, goneSeconds: 40 };
