import type { Noun } from '#domain/core/kinds.ts';

const shownNames = 3;

/** Who else has the form open; '' for no one. */
export function presenceMessage(names: readonly string[], noun: Noun): string {
  if (names.length === 0) return '';
  return `${listed(names)} ${names.length === 1 ? 'is' : 'are'} also editing this ${noun}.`;
}

function listed(names: readonly string[]): string {
  const more = names.length - shownNames;
  const shown = more > 0 ? [...names.slice(0, shownNames), more === 1 ? '1 other' : `${more} others`] : names;
  return new Intl.ListFormat('en-US').format(shown);
}
