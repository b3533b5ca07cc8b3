/** A page that is the same for everybody: browsers may keep it but ask every time whether it is still true. */
export const sameForEverybody = { 'Cache-Control': 'public, max-age=0, must-revalidate' };

/** An answer to one person. */
export const forOnePerson = { 'Cache-Control': 'private, no-store' };
