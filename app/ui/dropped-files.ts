/** The most files that one drop gives: a folder can hold a whole disk. */
const maxDroppedFiles = 500;

export const cutMessage = `Only the first ${maxDroppedFiles} files of the folder were added.`;

/** What is used of a `FileSystemEntry`: a file or a folder. */
type Entry = Pick<FileSystemEntry, 'name'> & {
  file?: (found: (file: File) => void, failed: () => void) => void;
  createReader?: () => {
    readEntries: (found: (entries: Entry[]) => void, failed: () => void) => void;
  };
};

/** What is used of a `DataTransfer`. */
type Dropped = {
  files: Iterable<File>;
  items: Iterable<{ kind: string; webkitGetAsEntry: () => Entry | null }>;
};

/**
 * The files of a drop, those within dropped folders included, in the order of their names; what a system keeps hidden
 * among them is left out. Must be called while the event is handled.
 * @returns `isCut`: there were more than `maxDroppedFiles`
 */
export async function droppedFiles(data: Dropped): Promise<{ files: File[]; isCut: boolean }> {
  // Both are empty once the event is over.
  const files = [...data.files];
  const entries = [...data.items].flatMap((item) =>
    item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : [],
  );
  if (!entries.some(({ createReader }) => createReader)) return { files, isCut: false };
  const found: File[] = [];
  for (const entry of entries) await collect(entry, found);
  return { files: found.slice(0, maxDroppedFiles), isCut: found.length > maxDroppedFiles };
}

/** Adds the files of an entry; one that cannot be read is left out. Ends with one file more than the limit. */
async function collect(entry: Entry, found: File[]): Promise<void> {
  if (found.length > maxDroppedFiles || /^(?:\.|Thumbs\.db$|desktop\.ini$)/.test(entry.name)) return;
  for (const inner of await entriesOf(entry)) await collect(inner, found);
  const file = await new Promise<File | null>((resolve) => {
    if (entry.file) entry.file(resolve, () => resolve(null));
    else resolve(null);
  });
  if (file) found.push(file);
}

async function entriesOf(folder: Entry): Promise<Entry[]> {
  if (!folder.createReader) return [];
  const reader = folder.createReader();
  const entries: Entry[] = [];
  // A browser gives a hundred at a time, and none at the end.
  while (entries.length <= maxDroppedFiles) {
    const more = await new Promise<Entry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (more.length === 0) break;
    entries.push(...more);
  }
  return entries.toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
}
