/** Characters of a name, and how many revisions of a post may have one. */
export const revisionNames = { max: 80, count: 20 };

/** In place of a revision's id: the post as it is stored now. */
export const currentRevision = 'current';
