import { postFields } from './post-fields.ts';

const ending = ' (copy)';

/** The title of a copy: ends with "(copy)", within the limit of a title. Pure. */
export function copyTitle(title: string): string {
  const characters = [...title];
  const room = postFields.title.max - ending.length;
  return (characters.length <= room ? title : characters.slice(0, room).join('').trimEnd()) + ending;
}
