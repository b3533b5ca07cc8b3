export const titleLinkClass =
  'line-clamp-2 min-h-6 min-w-6 rounded-sm text-left leading-6 font-medium wrap-anywhere [unicode-bidi:plaintext] underline-offset-4 hover:underline';

/** The address of a page; a link where visitors find it. */
export function AddressCell({ path, isPublic }: { path: string; isPublic: boolean }) {
  return isPublic ? (
    <a
      href={path}
      target="_blank"
      rel="noreferrer"
      className="block w-fit max-w-full truncate rounded-sm font-mono text-xs underline hover:text-ink"
    >
      {path}
    </a>
  ) : (
    <span className="block truncate font-mono text-xs">{path}</span>
  );
}
