/** Characters of a note about a message. */
export const noteLimit = 4_000;
