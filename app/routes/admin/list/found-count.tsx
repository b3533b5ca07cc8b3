/** How many rows a list has, and how many of them a search found; announced when it changes. */
export function FoundCount({
  found,
  total,
  isSearch,
  className,
}: {
  found: number;
  total: number;
  isSearch: boolean;
  className: string;
}) {
  return (
    <output className={`text-ink-soft tabular-nums ${className}`}>
      {isSearch && `${found.toLocaleString('en-US')} found of `}
      {`${total.toLocaleString('en-US')} total`}
    </output>
  );
}
