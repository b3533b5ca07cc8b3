import type { Editor } from '@tiptap/core';
import type { Schema } from '@tiptap/pm/model';
import { findBlocks } from './insert-blocks.ts';
import type { StoredImage, UploadImage } from './services.ts';

/** How many images are on their way at once: a thousand pasted ones wait in line. */
const maxAtOnce = 3;

type Upload = {
  file: File;
  share: number;
  failure: string | null;
  isOver: boolean;
  show: () => void;
  stop: () => void;
};

export type UploadStorage = {
  upload: UploadImage;
  uploads: Map<string, Upload>;
  waiting: [string, Upload][];
  running: number;
  /** Those that have been stored and are not in the text yet. */
  arrived: Map<string, StoredImage>;
};

export function addUpload({ uploads, waiting }: UploadStorage, file: File): string {
  // Unlike `randomUUID` it exists on every origin; a number would mean another image in another tab.
  const id = crypto.getRandomValues(new Uint32Array(4)).join('-');
  const entry = { file, share: 0, failure: null, isOver: false, show: () => {}, stop: () => {} };
  uploads.set(id, entry);
  waiting.push([id, entry]);
  return id;
}

export function sendNext(editor: Editor): void {
  const storage = editor.storage.upload;
  while (storage.running < maxAtOnce) {
    const next = storage.waiting.shift();
    if (next === undefined) return;
    storage.running += 1;
    void send(editor, ...next).finally(() => {
      storage.running -= 1;
      sendNext(editor);
    });
  }
}

/** Sends an image, and puts it in its place. The place may have been removed meanwhile, and come back with an undo. */
async function send(editor: Editor, id: string, entry: Upload): Promise<void> {
  const sending = new AbortController();
  entry.stop = () => sending.abort();
  const onProgress = (share: number) => {
    entry.share = share;
    entry.show();
  };
  try {
    if (placeOf(editor, id) === null) return fail(editor, id, entry, '');
    const stored = await editor.storage.upload.upload(entry.file, onProgress, sending.signal);
    const { arrived } = editor.storage.upload;
    arrived.set(id, stored);
    if (arrived.size === 1) setTimeout(() => placeArrived(editor), gathering);
  } catch (error) {
    fail(editor, id, entry, (error instanceof Error && error.message) || 'Failed to upload image.');
  }
}

function fail(editor: Editor, id: string, entry: Upload, reason: string): void {
  if (editor.isDestroyed) return;
  if (placeOf(editor, id) === null) {
    entry.failure = 'It was removed before the upload ended.';
    return;
  }
  entry.failure = reason;
  entry.show();
  editor.emit('notice', { message: `${entry.file.name}: ${reason}` });
  editor.emit('uploads');
}

/** Milliseconds in which arriving images are gathered: each change of a text with many images is a layout of all. */
const gathering = 100;

/** Puts the images that have arrived in their places, in one step. */
function placeArrived(editor: Editor): void {
  if (editor.isDestroyed) return;
  const { arrived, uploads } = editor.storage.upload;
  const { schema, tr, doc } = editor.state;
  // From the end on, so that the places before stay where they are.
  for (const { node, pos } of findBlocks(doc, 'upload').toReversed()) {
    const id = String(node.attrs['id']);
    const stored = arrived.get(id);
    const entry = uploads.get(id);
    if (!stored || !entry || !arrived.delete(id)) continue;
    entry.isOver = true;
    tr.replaceWith(pos, pos + 1, imageOf(schema, stored));
  }
  for (const id of arrived.keys()) {
    const entry = uploads.get(id);
    if (entry) fail(editor, id, entry, '');
  }
  arrived.clear();
  if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false));
}

function placeOf({ state }: Editor, id: string): number | null {
  return findBlocks(state.doc, 'upload').find(({ node }) => node.attrs['id'] === id)?.pos ?? null;
}

export function hasWords(html: string): boolean {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent.trim() !== '';
}

export function nameList(files: readonly File[]): string {
  const [first, ...rest] = files;
  return rest.length === 0 ? (first?.name ?? '') : `${first?.name} and ${rest.length} more`;
}

export function imageOf(
  schema: Schema,
  { src, width, height, ...said }: StoredImage & { alt?: string | null },
) {
  return schema.node('image', { src, alt: said.alt ?? null, width: String(width), height: String(height) });
}
