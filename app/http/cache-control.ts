/** For a page that is the same for all visitors: browsers may cache it and revalidate it each time. */
export const sameForEverybody = { 'Cache-Control': 'public, max-age=0, must-revalidate' };

/** For a response to one user: no cache may store it. */
export const forOnePerson = { 'Cache-Control': 'private, no-store' };
