import { cleanTree, textOf } from '#domain/html/html.ts';
import { withoutControls } from '#domain/fields/fields.ts';
import { addNote, type ImportItem } from './import-item.ts';
import { cut, oneLine } from './plain-words.ts';

/** Characters of a title that is made of the first words of a text. */
const maxTitle = 80;

/**
 * An item as it can be stored: no character that the database refuses, and with its first words as the title where it has
 * none. What was changed is noted.
 */
export function storableItem(read: ImportItem): ImportItem {
  const item = withStorableText(read);
  if (item.title === '' && item.own === null && item.skipped === null) addTitle(item);
  return item;
}

function withStorableText(item: ImportItem): ImportItem {
  let isChanged = false;
  const storable: ImportItem = JSON.parse(JSON.stringify(item), (_key, value) => {
    if (typeof value !== 'string') return value;
    const text = withoutControls(value);
    isChanged ||= text !== value;
    return text;
  });
  if (!isChanged) return item;
  addNote(storable.notes, 'changed', 'Characters that cannot be stored were taken out');
  return storable;
}

function addTitle(item: ImportItem): void {
  const blocks = cleanTree(item.html.slice(0, 10_000)).map((block) => oneLine(textOf([block])));
  const words = blocks.find((block) => block !== '') ?? '';
  item.title = cut(words.split(' ', 10).join(' '), maxTitle) || item.slug.replaceAll('-', ' ');
  if (item.title !== '') addNote(item.notes, 'changed', 'It has no title, and gets its first words');
}
