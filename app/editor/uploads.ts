import { Node, type Editor, type NodeViewRendererProps } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { findBlocks, insertBlocks } from './insert-blocks.ts';
import type { LibraryImage, PendingImages, UploadImage } from './services.ts';
import { type UploadStorage, addUpload, sendNext, hasWords, nameList, imageOf } from './upload-queue.ts';

declare module '@tiptap/core' {
  interface Storage {
    upload: UploadStorage;
  }
  interface EditorEvents {
    notice: { message: string };
    /** The upload of an image failed or was tried again. */
    uploads: void;
  }
}

/**
 * The place of an image that is on its way. It shows how far it is, stays when the sending fails, and is never part of
 * what is saved; the image takes its place without a step of its own in the history.
 */
export function uploadNode(upload: UploadImage) {
  return Node.create<Record<string, never>, UploadStorage>({
    name: 'upload',
    group: 'block',
    atom: true,
    selectable: true,

    addStorage: () => ({ upload, uploads: new Map(), waiting: [], running: 0, arrived: new Map() }),
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
    addNodeView: () => createUploadPlace,
    addProseMirrorPlugins() {
      return [receiveFiles(this.editor)];
    },
  });
}

/**
 * Puts images at the selection, or at a place, and sends them to the store; the caret stands below them.
 * @returns whether there was an image, and a place for it
 */
export function addImages(
  editor: Editor,
  files: readonly File[],
  { at, inGallery = false }: { at?: number | undefined; inGallery?: boolean } = {},
): boolean {
  const images = files.filter(({ type }) => type.startsWith('image/'));
  const others = files.filter(({ type }) => !type.startsWith('image/'));
  if (others.length > 0)
    editor.emit('notice', { message: `Only images can be added: ${nameList(others)} was left out.` });
  const places = images.flatMap(
    (file) => editor.schema.nodes['upload']?.create({ id: addUpload(editor.storage.upload, file) }) ?? [],
  );
  const isPlaced = placeImages(editor, places, inGallery, at);
  sendNext(editor);
  return isPlaced;
}

/** Puts images of the library at the selection, with what was said about them there. */
export function addLibraryImages(editor: Editor, images: readonly LibraryImage[], inGallery: boolean): void {
  placeImages(
    editor,
    images.map((image) => imageOf(editor.schema, image)),
    inGallery,
  );
}

function placeImages(editor: Editor, images: DocumentNode[], inGallery: boolean, at?: number): boolean {
  if (images.length === 0) return false;
  const gallery = inGallery ? editor.schema.nodes['gallery'] : undefined;
  const blocks = gallery ? [gallery.create(null, images)] : images;
  return editor.commands.command(({ tr }) => insertBlocks(tr, blocks, at));
}

function createUploadPlace({ node, editor, getPos }: NodeViewRendererProps) {
  const { uploads, waiting } = editor.storage.upload;
  const id = String(node.attrs['id']);
  const entry = uploads.get(id);
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

  remove.addEventListener('click', () => {
    const from = getPos();
    entry?.stop();
    if (from === undefined) return;
    const to = from + 1;
    editor.chain().focus().deleteRange({ from, to }).run();
  });
  again.addEventListener('click', () => {
    if (!entry) return;
    Object.assign(entry, { failure: null, share: 0 });
    entry.show();
    waiting.push([id, entry]);
    editor.emit('uploads');
    sendNext(editor);
  });
  if (entry) {
    entry.show = () => {
      const { file, share, failure } = entry;
      name.textContent = failure === null ? file.name : `${file.name}: ${failure}`;
      progress.hidden = failure !== null;
      again.hidden = failure === null;
      remove.textContent = failure === null ? 'Cancel' : 'Remove';
      remove.ariaLabel = `${remove.textContent} ${file.name}`;
      progress.value = share;
      progress.ariaLabel = `Uploading ${file.name}`;
      dom.classList.toggle('has-failed', failure !== null);
    };
    entry.show();
  }
  return {
    dom,
    stopEvent: (event: Event) => event.target instanceof HTMLButtonElement,
    ignoreMutation: () => true,
  };
}

function receiveFiles(editor: Editor): Plugin {
  return new Plugin({
    props: {
      handlePaste: (_, event) => {
        const files = Array.from(event.clipboardData?.files ?? []);
        // Word puts an image of the text beside the text.
        if (files.length === 0 || hasWords(event.clipboardData?.getData('text/html') ?? '')) return false;
        return addImages(editor, files);
      },
      handleDrop: (view, event) => {
        if (event.dataTransfer === null || event.dataTransfer.files.length === 0) return false;
        event.preventDefault();
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
        addImages(editor, Array.from(event.dataTransfer.files), { at: place });
        return true;
      },
    },
  });
}

/**
 * An image that came inside pasted HTML as data is sent like a file.
 * @returns the element to stand in its place, or null when it cannot be sent
 */
export function placeForData(editor: Editor, address: string): Element | null {
  const file = fileOfData(address);
  if (!file) return null;
  const place = document.createElement('div');
  place.dataset['upload'] = addUpload(editor.storage.upload, file);
  // After the paste, so that an image never arrives before its place is there.
  queueMicrotask(() => sendNext(editor));
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

/** Images that are not in the store yet. */
export function countPendingImages({ state, storage }: Editor): PendingImages {
  const { uploads } = storage.upload;
  const places = uploads.size === 0 ? [] : findBlocks(state.doc, 'upload');
  const isUnderWay = ({ node }: (typeof places)[number]) =>
    uploads.get(String(node.attrs['id']))?.failure === null;
  const underWay = places.filter(isUnderWay).length;
  return { underWay, failed: places.length - underWay };
}
