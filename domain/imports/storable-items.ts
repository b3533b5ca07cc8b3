import { withoutControls } from '#domain/fields/fields.ts';
import { addNote, type ImportItem } from './import-item.ts';
import { cut, wordsOf } from './plain-words.ts';

/** Characters of a title that is made of the first words of a text. */
const maxTitle = 80;

/**
 * The items of a source as they can be stored: no character that the database refuses, each with an id of its own, and
 * with its first words as the title where it has none. What was changed is noted.
 */
export async function* storableItems(items: AsyncIterable<ImportItem>): AsyncGenerator<ImportItem> {
  const counts = new Map<string, number>();
  for await (const read of items) {
    const item = withStorableText(read);
    const count = (counts.get(item.id) ?? 0) + 1;
    counts.set(item.id, count);
    if (count > 1) item.id = `${item.id}\n${count}`;
    if (item.title === '' && item.own === null && item.skipped === null) addTitle(item);
    yield item;
  }
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
  const words = wordsOf(item.html.slice(0, 10_000)).split(' ').slice(0, 10).join(' ');
  item.title = cut(words, maxTitle) || item.slug.replaceAll('-', ' ');
  if (item.title !== '') addNote(item.notes, 'changed', 'It has no title, and gets its first words');
}
