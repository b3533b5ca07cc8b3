/** Names with their values; those without one are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string | null])[] }) {
  return (
    <dl className="grid gap-x-4 gap-y-1 grid-cols-[minmax(0,1fr)] sm:grid-cols-[auto_minmax(0,1fr)]">
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="min-w-0 wrap-anywhere max-sm:mb-1">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
