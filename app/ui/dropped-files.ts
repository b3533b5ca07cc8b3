/** The most files that one drop gives: a folder can hold a whole disk. */
const maxDroppedFiles = 500;

export const cutMessage = `Only the first ${maxDroppedFiles} files of the folder were added.`;

/**
 * The files of a drop, those within dropped folders included, in the order of their names; what a system keeps hidden
 * among them is left out. Must be called while the event is handled.
 * @returns `isCut`: there were more than `maxDroppedFiles`
 */
export async function droppedFiles(data: DataTransfer): Promise<{ files: File[]; isCut: boolean }> {
  // Both are empty once the event is over.
  const files = [...data.files];
  const entries = [...data.items].flatMap((item) =>
    item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : [],
  );
  if (!entries.some(({ isDirectory }) => isDirectory)) return { files, isCut: false };
  const found: File[] = [];
  for (const entry of entries) await collect(entry, found);
  return { files: found.slice(0, maxDroppedFiles), isCut: found.length > maxDroppedFiles };
}

/** Adds the files of an entry; one that cannot be read is left out. Ends with one file more than the limit. */
async function collect(entry: FileSystemEntry, found: File[]): Promise<void> {
  if (found.length > maxDroppedFiles || isHidden(entry.name)) return;
  if (isFile(entry)) {
    const file = await new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)));
    if (file) found.push(file);
  } else if (isFolder(entry)) {
    for (const inner of await entriesOf(entry)) await collect(inner, found);
  }
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  // A browser gives a hundred at a time, and none at the end.
  while (entries.length <= maxDroppedFiles) {
    const more = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (more.length === 0) break;
    entries.push(...more);
  }
  return entries.toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
}

function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini';
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
