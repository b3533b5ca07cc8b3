import type { Noun } from '#domain/kinds.ts';

const shownNames = 3;

/** Who else has the form open; '' for no one. @param isElsewhere whether the user has it open in another tab too */
export function presenceMessage(names: readonly string[], isElsewhere: boolean, noun: Noun): string {
  const messages = [
    ...(names.length > 0
      ? [`${listed(names)} ${names.length === 1 ? 'is' : 'are'} also editing this ${noun}.`]
      : []),
    ...(isElsewhere ? [`You have this ${noun} open in another tab.`] : []),
  ];
  return messages.join(' ');
}

function listed(names: readonly string[]): string {
  const more = names.length - shownNames;
  const shown = more > 0 ? [...names.slice(0, shownNames), more === 1 ? '1 other' : `${more} others`] : names;
  return new Intl.ListFormat('en-US').format(shown);
}
