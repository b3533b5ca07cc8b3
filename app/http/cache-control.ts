/** For a page that is the same for all visitors: browsers may cache it and revalidate it each time. */
export const sameForEverybody = { 'Cache-Control': 'public, max-age=0, must-revalidate' };

/** An answer to one person. */
export const forOnePerson = { 'Cache-Control': 'private, no-store' };
