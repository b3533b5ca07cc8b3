import { counted } from '#domain/fields/counted.ts';

/** Texts that are taken, for example `2 posts, 1 page; 2 public, 1 draft`. */
export function takenInWords({
  kinds,
  states,
}: Record<'kinds' | 'states', Readonly<Record<string, number>>>): string {
  const ofKinds = Object.entries(kinds).map(([kind, count]) =>
    counted(count, kind, kind.replace(/y$/, 'ie') + 's'),
  );
  const ofStates = Object.entries(states).map(([state, count]) =>
    state === 'draft' ? counted(count, state) : `${count} ${state}`,
  );
  return `${ofKinds.join(', ')}; ${ofStates.join(', ')}`;
}
