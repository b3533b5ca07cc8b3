import { Node, type Editor, type NodeViewRendererProps } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';

import { cutMessage, droppedFiles } from '#app/ui/dropped-files.ts';
import type { PendingImages, UploadImage } from './body-rules.ts';
import { insertBlocks } from './insert-blocks.ts';

/** How many images are on their way at once: a thousand pasted ones wait in line. */
const mostAtOnce = 3;

type Upload = {
  file: File;
  share: number;
  /** Why it did not arrive. */
  failure: string | null;
  isOver: boolean;
  show: () => void;
  /** Ends the sending. */
  stop: () => void;
};

type StoredUpload = Awaited<ReturnType<UploadImage>>;

type UploadStorage = {
  uploads: Map<string, Upload>;
  waiting: string[];
  running: number;
  /** Those that have been stored and are not in the text yet. */
  arrived: Map<string, StoredUpload>;
};

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    upload: {
      /** Puts images at the selection, or at a place, and sends them to the store; the caret stands below them. */
      addImages: (files: readonly File[], options?: { at?: number; inGallery?: boolean }) => ReturnType;
    };
  }
  interface Storage {
    upload: UploadStorage;
  }
  interface EditorEvents {
    /** What the author is told. */
    notice: { message: string };
    /** The upload of an image failed or was tried again. */
    uploads: void;
  }
}

/**
 * The place of an image that is on its way. It shows how far it is, stays when the sending fails, and is never part of
 * what is saved; the image takes its place without a step of its own in the history.
 */
export function uploadNode(upload: UploadImage | undefined) {
  return Node.create<Record<string, never>, UploadStorage>({
    name: 'upload',
    group: 'block',
    atom: true,
    selectable: true,

    addStorage: () => ({ uploads: new Map(), waiting: [], running: 0, arrived: new Map() }),
    addAttributes: () => ({ id: { default: '', rendered: false } }),
    // Only a place that is still waiting for its image: a copy of one that is over would wait for ever.
    parseHTML() {
      return [
        {
          tag: 'div[data-upload]',
          getAttrs: (element) => {
            const id = element.getAttribute('data-upload') ?? '';
            return this.editor?.storage.upload.uploads.get(id)?.isOver === false ? { id } : false;
          },
        },
      ];
    },
    renderHTML: ({ node }) => ['div', { 'data-upload': String(node.attrs['id']) }],

    addCommands() {
      return {
        addImages:
          (files, { at, inGallery = false } = {}) =>
          ({ editor, tr, dispatch }) => {
            const images = files.filter(({ type }) => type.startsWith('image/'));
            const others = files.filter(({ type }) => !type.startsWith('image/'));
            if (others.length > 0)
              editor.emit('notice', {
                message: `Only images can be added: ${nameList(others)} was left out.`,
              });
            if (images.length === 0 || upload === undefined) return false;
            const ids = images.map((file) => addUpload(this.storage, file));
            const nodes = ids.map((id) => this.type.create({ id }));
            const { gallery } = editor.schema.nodes;
            const done = insertBlocks(tr, inGallery && gallery ? [gallery.create(null, nodes)] : nodes, at);
            if (!done || !dispatch) return done;
            // After this transaction, so that an image never arrives before its place is there.
            queueMicrotask(() => sendNext(editor, upload));
            return done;
          },
      };
    },

    addNodeView() {
      return (props) => createUploadPlace(props, this.storage, upload);
    },

    addProseMirrorPlugins() {
      return upload ? [receiveFiles(this.editor)] : [];
    },
  });
}

/** The place of an image in the text, with its buttons. */
function createUploadPlace(
  { node, editor, getPos }: NodeViewRendererProps,
  storage: UploadStorage,
  upload: UploadImage | undefined,
) {
  const id = String(node.attrs['id']);
  const view = createUploadView();
  const entry = storage.uploads.get(id);
  view.remove.addEventListener('click', () => {
    const at = getPos();
    entry?.stop();
    if (at !== undefined)
      editor
        .chain()
        .focus()
        .deleteRange({ from: at, to: at + 1 })
        .run();
  });
  view.again.addEventListener('click', () => {
    if (!entry || !upload) return;
    Object.assign(entry, { failure: null, share: 0 });
    entry.show();
    storage.waiting.push(id);
    editor.emit('uploads');
    sendNext(editor, upload);
  });
  if (entry) {
    entry.show = () => view.show(entry);
    entry.show();
  } else view.show({ file: new File([], 'Image'), share: 0, failure: 'The upload was interrupted.' });
  return {
    dom: view.dom,
    stopEvent: (event: Event) => event.target instanceof HTMLButtonElement,
    ignoreMutation: () => true,
  };
}

/** Takes the images that are pasted or dropped. */
function receiveFiles(editor: Editor): Plugin {
  return new Plugin({
    props: {
      handlePaste: (_, event) => {
        const files = Array.from(event.clipboardData?.files ?? []);
        // Word puts an image of the text beside the text.
        if (files.length === 0 || hasWords(event.clipboardData?.getData('text/html') ?? '')) return false;
        return editor.commands.addImages(files);
      },
      handleDrop: (view, event) => {
        if (event.dataTransfer === null || event.dataTransfer.files.length === 0) return false;
        event.preventDefault();
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
        void droppedFiles(event.dataTransfer).then(({ files, isCut }) => {
          if (editor.isDestroyed) return;
          if (files.length === 0) editor.emit('notice', { message: 'There is no image in this folder.' });
          // The text may have become shorter while a folder was read.
          const at = place && Math.min(place, editor.state.doc.content.size);
          editor.commands.addImages(files, at === undefined ? {} : { at });
          if (isCut) editor.emit('notice', { message: cutMessage });
        });
        return true;
      },
    },
  });
}

/**
 * An image that came inside pasted HTML as data is sent like a file.
 * @returns the element to stand in its place, or null when it cannot be sent
 */
export function placeForData(editor: Editor, address: string, upload: UploadImage): Element | null {
  const file = fileOfData(address);
  if (!file) return null;
  const place = document.createElement('div');
  place.dataset['upload'] = addUpload(editor.storage.upload, file);
  queueMicrotask(() => sendNext(editor, upload));
  return place;
}

function fileOfData(address: string): File | null {
  const [, type = '', encoding = '', data = ''] =
    /^data:(image\/[\w.+-]+)(;base64)?,(.*)$/is.exec(address) ?? [];
  if (type === '') return null;
  try {
    const bytes =
      encoding === '' ? decodeURIComponent(data) : Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
    return new File([bytes], `Pasted image.${type.replace(/^image\//, '').replace(/\+.*$/, '')}`, { type });
  } catch {
    return null;
  }
}

/** What is not in the store yet. Costs nothing while every image has arrived. */
export function countPendingImages(editor: Editor): PendingImages {
  const { uploads } = editor.storage.upload;
  const found = { underWay: 0, failed: 0 };
  if (Array.from(uploads.values()).every(({ isOver }) => isOver)) return found;
  editor.state.doc.descendants((node) => {
    if (node.type.name === 'upload') {
      const entry = uploads.get(String(node.attrs['id']));
      if (entry?.failure === null) found.underWay += 1;
      else found.failed += 1;
    }
    return !node.isTextblock;
  });
  return found;
}

function addUpload(storage: UploadStorage, file: File): string {
  // Unlike `randomUUID` it exists on every origin; a number would mean another image in another tab.
  const id = crypto.getRandomValues(new Uint32Array(4)).join('-');
  storage.uploads.set(id, { file, share: 0, failure: null, isOver: false, show: () => {}, stop: () => {} });
  storage.waiting.push(id);
  return id;
}

/** Starts waiting uploads, as many as may run at once. */
function sendNext(editor: Editor, upload: UploadImage): void {
  const storage = editor.storage.upload;
  while (storage.running < mostAtOnce) {
    const id = storage.waiting.shift();
    const entry = id === undefined ? undefined : storage.uploads.get(id);
    if (id === undefined) return;
    if (!entry || entry.isOver) continue;
    if (placeOf(editor, id) === null) {
      entry.failure = takenOut;
      continue;
    }
    storage.running += 1;
    void send(editor, upload, id, entry).finally(() => {
      storage.running -= 1;
      sendNext(editor, upload);
    });
  }
}

/** Its place may come back with an undo. */
const takenOut = 'It was removed before the upload ended.';

async function send(editor: Editor, upload: UploadImage, id: string, entry: Upload): Promise<void> {
  const sending = new AbortController();
  entry.stop = () => sending.abort();
  const onProgress = (share: number) => {
    entry.share = share;
    entry.show();
  };
  try {
    const stored = await upload(entry.file, onProgress, sending.signal);
    const { arrived } = editor.storage.upload;
    arrived.set(id, stored);
    if (arrived.size === 1) setTimeout(() => placeArrived(editor), gathering);
  } catch (error) {
    if (editor.isDestroyed) return;
    if (placeOf(editor, id) === null) {
      entry.failure = takenOut;
      return;
    }
    entry.failure =
      error instanceof Error && error.message !== '' ? error.message : 'Failed to upload image.';
    entry.show();
    editor.emit('notice', { message: `${entry.file.name}: ${entry.failure}` });
    editor.emit('uploads');
  }
}

/** Milliseconds in which arriving images are gathered: each change of a text with many images is a layout of all. */
const gathering = 100;

/** Puts the images that have arrived in their places, in one step. */
function placeArrived(editor: Editor): void {
  if (editor.isDestroyed) return;
  const { arrived, uploads } = editor.storage.upload;
  const { schema, tr, doc } = editor.state;
  const images = new Map(arrived);
  arrived.clear();
  doc.descendants((node, at) => {
    const id = node.type.name === 'upload' ? String(node.attrs['id']) : '';
    const stored = images.get(id);
    if (!stored) return !node.isTextblock;
    images.delete(id);
    const entry = uploads.get(id);
    if (entry) entry.isOver = true;
    const image = schema.nodes['image']?.create({
      src: stored.src,
      alt: stored.alt ?? null,
      width: String(stored.width),
      height: String(stored.height),
    });
    const place = tr.mapping.map(at);
    if (image) tr.replaceWith(place, place + 1, image);
    return false;
  });
  for (const id of images.keys()) {
    const entry = uploads.get(id);
    if (entry) entry.failure = takenOut;
  }
  if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false));
}

function placeOf(editor: Editor, id: string): number | null {
  let place: number | null = null;
  editor.state.doc.descendants((node, at) => {
    if (node.type.name === 'upload' && node.attrs['id'] === id) place = at;
    return place === null && !node.isTextblock;
  });
  return place;
}

function createUploadView() {
  const dom = document.createElement('div');
  const name = document.createElement('span');
  const progress = document.createElement('progress');
  const again = document.createElement('button');
  const remove = document.createElement('button');
  dom.className = 'upload';
  dom.contentEditable = 'false';
  progress.max = 1;
  again.type = 'button';
  again.textContent = 'Try again';
  remove.type = 'button';
  dom.append(name, progress, again, remove);
  return {
    dom,
    again,
    remove,
    show({ file, share, failure }: Pick<Upload, 'file' | 'share' | 'failure'>) {
      name.textContent = failure === null ? file.name : `${file.name}: ${failure}`;
      progress.hidden = failure !== null;
      again.hidden = failure === null;
      remove.textContent = failure === null ? 'Cancel' : 'Remove';
      remove.setAttribute('aria-label', `${remove.textContent} ${file.name}`);
      progress.value = share;
      progress.setAttribute('aria-label', `Uploading ${file.name}`);
      dom.classList.toggle('has-failed', failure !== null);
    },
  };
}

function hasWords(html: string): boolean {
  if (html === '') return false;
  return (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').trim() !== '';
}

function nameList(files: readonly File[]): string {
  const [first, ...rest] = files;
  return rest.length === 0 ? (first?.name ?? '') : `${first?.name} and ${rest.length} more`;
}
