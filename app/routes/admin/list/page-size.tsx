import { Link } from 'react-router';

import { changed } from './list-address.ts';
import { useListParams } from './use-list-params.ts';

/**
 * How many rows a page of a list has, kept in its address as `per`. Real links, so that it works without script.
 * @param sizes the first is the usual one
 */
export function PageSize({
  label,
  sizes,
  current,
}: {
  label: string;
  sizes: readonly number[];
  current: number;
}) {
  const params = useListParams();
  const [usual] = sizes;
  return (
    <nav aria-label={label} className="flex items-center gap-1 text-ink-soft">
      <span aria-hidden="true" className="mr-1">
        {label}
      </span>
      {sizes.map((size) => (
        <Link
          key={size}
          to={changed(params, { page: null, per: size === usual ? null : String(size) })}
          aria-current={size === current ? 'true' : undefined}
          preventScrollReset
          className="inline-flex min-h-8 min-w-9 items-center justify-center rounded-md px-2 tabular-nums hover:bg-sunken aria-[current]:bg-sunken aria-[current]:font-semibold aria-[current]:text-ink max-sm:min-h-11 max-sm:min-w-11"
        >
          {size}
        </Link>
      ))}
    </nav>
  );
}
