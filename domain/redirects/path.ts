/** Characters of a rule's path in its normal form; the column of `redirect_rules` has the same limit. */
export const maxPathLength = 1_000;

/**
 * The form in which paths are compared: addresses of this site ignore case, and one character can be written in several
 * ways. Each segment is decoded, composed (NFC), lower-cased and encoded again, so that an encoded slash stays apart from
 * a real one.
 *
 * @param pathname begins with one slash
 * @returns null for a path that cannot be decoded or that holds a control character
 */
export function normalPath(pathname: string): string | null {
  if (/^[a-z0-9/._-]*$/.test(pathname)) return pathname;
  try {
    const segments = pathname
      .split('/')
      .map((segment) => decodeURIComponent(segment).normalize('NFC').toLowerCase());
    if (segments.some((segment) => /\p{Cc}/u.test(segment))) return null;
    return segments.map(encodeURIComponent).join('/');
  } catch {
    return null;
  }
}

/** A path for people: segments of words, digits and plain punctuation are decoded; others could mislead and are not. */
export function readablePath(path: string): string {
  // A short address, see short-address.ts.
  if (/^\/%3Fp%3D\d+$/.test(path)) return decodeURIComponent(path);
  return path
    .split('/')
    .map((segment) => {
      const plain = decoded(segment);
      return plain !== null && /^[\p{L}\p{M}\p{N}._~!$'()*,;:@+-]*$/u.test(plain) ? plain : segment;
    })
    .join('/');
}

/** Null for what is wrongly encoded. */
export function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
