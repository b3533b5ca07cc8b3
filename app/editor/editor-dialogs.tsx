import type { Editor } from '@tiptap/core';
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '#app/ui/field.tsx';
import type { BodyRules, FindImages, FindLinkTargets, LibraryImage, LinkTarget } from './body-rules.ts';
import { ImagePickerDialog } from './image-picker-dialog.tsx';
import { insertBlock, insertBlocks } from './insert-blocks.ts';
import { PostField } from './post-field.tsx';

export type EditorDialog = 'link' | 'video' | 'image' | 'button' | 'bookmark' | 'images' | 'gallery';

type DialogProps = {
  editor: Editor;
  rules: BodyRules;
  findImages: FindImages | undefined;
  findTargets: FindLinkTargets | undefined;
  onClose: () => void;
};

/**
 * The dialogs over the text, of which one is open. Outside of the form around the editor: a browser reports no `submit` of
 * a form within a form.
 */
export function EditorDialogs({ dialog, ...props }: DialogProps & { dialog: EditorDialog | null }) {
  if (dialog === null) return null;
  const shown = {
    link: LinkDialog,
    video: VideoDialog,
    image: ImageDialog,
    button: ButtonDialog,
    bookmark: BookmarkDialog,
    images: ImagesDialog,
    gallery: GalleryDialog,
  };
  const Shown = shown[dialog];
  return createPortal(<Shown {...props} />, document.body);
}

/** A dialog with one form. Whatever ends it, the focus returns to the text. */
function FormDialog({
  editor,
  title,
  apply,
  onRemove,
  onClose,
  children,
}: {
  editor: Editor;
  title: string;
  /** @returns why the dialog stays open; null when it closes */
  apply: (fields: FormData) => string | null;
  /** Removes what the form is about, where it can be removed. */
  onRemove?: (() => void) | undefined;
  onClose: () => void;
  children: (error: string | undefined) => ReactNode;
}) {
  const form = useId();
  const [error, setError] = useState<string>();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    event.stopPropagation();
    const refused = apply(new FormData(event.currentTarget));
    if (refused === null) onClose();
    else setError(refused);
  }

  return (
    <Dialog
      title={title}
      onDismiss={onClose}
      // By the view, which sets its own selection: the browser has still the one from before.
      returnFocus={() => editor.view.focus()}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {onRemove && (
            <Button
              onClick={() => {
                onRemove();
                onClose();
              }}
            >
              Remove
            </Button>
          )}
          <Button type="submit" form={form} variant="primary">
            Apply
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid gap-3">
        {children(error)}
      </form>
    </Dialog>
  );
}

/** Text that is selected becomes the link; without any, the title of the chosen post or the address is inserted. */
function LinkDialog({ editor, rules, findTargets, onClose }: DialogProps) {
  const chosenTitle = useRef('');
  const before: unknown = editor.getAttributes('link')['href'];
  const address = typeof before === 'string' ? before : '';
  const remove = () => void editor.chain().extendMarkRange('link').unsetLink().run();

  function apply(fields: FormData): string | null {
    const href = addressOf(fields);
    if (href === '') {
      remove();
      return null;
    }
    if (!rules.isSafeLink(href)) return unsafeLinkMessage;
    const link = editor.chain().extendMarkRange('link');
    if (editor.state.selection.empty && address === '') {
      const marks = [{ type: 'link', attrs: { href } }];
      link.insertContent({ type: 'text', text: chosenTitle.current || href, marks }).run();
    } else link.setLink({ href }).run();
    return null;
  }

  const onRemove = address === '' ? undefined : remove;
  return (
    <FormDialog editor={editor} title="Link" apply={apply} onRemove={onRemove} onClose={onClose}>
      {(error) => (
        <LinkField
          address={address}
          error={error}
          findTargets={findTargets}
          onTarget={(target) => (chosenTitle.current = target.title)}
        />
      )}
    </FormDialog>
  );
}

/** A link that looks like a button. */
function ButtonDialog({ editor, rules, findTargets, onClose }: DialogProps) {
  const before = editor.getAttributes('button');
  function apply(fields: FormData): string | null {
    const href = addressOf(fields);
    if (href === '' || !rules.isSafeLink(href)) return unsafeLinkMessage;
    putBlock(editor, 'button', { href, text: textOf(fields, 'text') || href });
    return null;
  }
  return (
    <FormDialog editor={editor} title="Button" apply={apply} onClose={onClose}>
      {(error) => (
        <>
          <TextField
            label="Text"
            name="text"
            autoComplete="off"
            maxLength={200}
            defaultValue={String(before['text'] ?? '')}
          />
          <LinkField address={String(before['href'] ?? '')} error={error} findTargets={findTargets} />
        </>
      )}
    </FormDialog>
  );
}

/** A card that leads to another page. */
function BookmarkDialog({ editor, rules, findTargets, onClose }: DialogProps) {
  const before = editor.getAttributes('bookmark');
  const [title, setTitle] = useState(String(before['title'] ?? ''));
  function apply(fields: FormData): string | null {
    const href = addressOf(fields);
    if (href === '' || !rules.isSafeLink(href)) return unsafeLinkMessage;
    putBlock(editor, 'bookmark', { href, title: title.trim() || href, text: textOf(fields, 'text') });
    return null;
  }
  return (
    <FormDialog editor={editor} title="Bookmark" apply={apply} onClose={onClose}>
      {(error) => (
        <>
          <LinkField
            address={String(before['href'] ?? '')}
            error={error}
            findTargets={findTargets}
            onTarget={(target) => setTitle(target.title)}
          />
          <TextField
            label="Title"
            name="title"
            autoComplete="off"
            maxLength={200}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <TextField
            label="Description"
            name="text"
            autoComplete="off"
            maxLength={400}
            defaultValue={String(before['text'] ?? '')}
          />
        </>
      )}
    </FormDialog>
  );
}

function VideoDialog({ editor, rules, onClose }: DialogProps) {
  const before = editor.getAttributes('video');
  const sites = new Intl.ListFormat('en', { type: 'disjunction' }).format(rules.videoSites);
  function apply(fields: FormData): string | null {
    const video = rules.readVideo(String(fields.get('address') ?? ''));
    if (!video) return `Please enter the address of a video on ${sites}.`;
    putBlock(editor, 'video', { src: video.player, title: textOf(fields, 'title') || `${video.site} video` });
    return null;
  }
  return (
    <FormDialog editor={editor} title="Video" apply={apply} onClose={onClose}>
      {(error) => (
        <>
          <TextField
            label="Address"
            name="address"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            defaultValue={String(before['src'] ?? '')}
            hint={`A video on ${sites}. Nothing is loaded from there until a reader plays it.`}
            error={error}
            data-autofocus
          />
          <TextField
            label="Title"
            name="title"
            autoComplete="off"
            maxLength={200}
            defaultValue={String(before['title'] ?? '')}
          />
        </>
      )}
    </FormDialog>
  );
}

/** What an image shows, for those who cannot see it, and how wide it stands. */
function ImageDialog({ editor, rules, onClose }: DialogProps) {
  const before = editor.getAttributes('image');
  const [isDecorative, setIsDecorative] = useState(before['alt'] === '');
  function apply(fields: FormData): null {
    const alt = isDecorative ? '' : textOf(fields, 'alt') || null;
    editor.commands.updateAttributes('image', { alt, shown: textOf(fields, 'width') || null });
    return null;
  }
  return (
    <FormDialog editor={editor} title="Image" apply={apply} onClose={onClose}>
      {() => (
        <>
          <TextArea
            label="Alt text"
            name="alt"
            rows={3}
            maxLength={1000}
            disabled={isDecorative}
            defaultValue={String(before['alt'] ?? '')}
            hint="What the image shows, for readers who cannot see it."
            data-autofocus
          />
          <label className="flex cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              checked={isDecorative}
              onChange={(event) => setIsDecorative(event.currentTarget.checked)}
              className="size-4 accent-signal"
            />
            Decorative: there is nothing to say
          </label>
          <SelectField label="Width" name="width" defaultValue={String(before['shown'] ?? '')}>
            <option value="">Full</option>
            {rules.widthNames.map((name) => (
              <option key={name} value={name}>
                {name.charAt(0).toUpperCase() + name.slice(1).replace('-', ' ')}
              </option>
            ))}
          </SelectField>
        </>
      )}
    </FormDialog>
  );
}

function ImagesDialog({
  editor,
  findImages,
  findTargets,
  onClose,
  inGallery = false,
}: DialogProps & { inGallery?: boolean }) {
  return (
    <ImagePickerDialog
      title={inGallery ? 'Insert gallery' : 'Insert images'}
      isMultiple
      findImages={findImages}
      findTargets={findTargets}
      onFiles={(files) => editor.commands.addImages(files, { inGallery })}
      onImages={(images) => insertImages(editor, images, inGallery)}
      onClose={onClose}
      returnFocus={() => editor.view.focus()}
    />
  );
}

function GalleryDialog(props: DialogProps) {
  return <ImagesDialog {...props} inGallery />;
}

/** The address of a link. Words that are no address find posts by their title. */
function LinkField({
  address,
  error,
  findTargets,
  onTarget,
}: {
  address: string;
  error: string | undefined;
  findTargets: FindLinkTargets | undefined;
  /** Called with the post that was chosen. */
  onTarget?: (target: LinkTarget) => void;
}) {
  const [value, setValue] = useState(address);
  const [chosen, setChosen] = useState<LinkTarget | null>(null);
  const isDraft = chosen !== null && chosen.address === value && !chosen.isPublic;
  return (
    <PostField
      label="Address"
      name="address"
      inputMode="url"
      data-autofocus
      hint={findTargets && 'An address, or words of the title of a post.'}
      value={value}
      error={error}
      findTargets={isAddress(value.trim()) ? undefined : findTargets}
      warning={
        isDraft ? 'This post is not public yet. Visitors who follow the link find nothing.' : undefined
      }
      onValue={setValue}
      onTarget={(target) => {
        setValue(target.address);
        setChosen(target);
        onTarget?.(target);
      }}
    />
  );
}

const unsafeLinkMessage =
  'A link can lead to a web page (http, https), an email address (mailto) or a telephone (tel).';

function isAddress(text: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|[/#?])|^\S+\.\S+$/i.test(text);
}

/** Without a scheme an address is taken for a web page or an email address; a path or a fragment stays one. */
function addressOf(fields: FormData): string {
  const address = textOf(fields, 'address');
  if (address === '' || /^(?:[a-z][a-z0-9+.-]*:|[/#?])/i.test(address)) return address;
  return /^[^\s/@]+@[^\s/@]+$/.test(address) ? `mailto:${address}` : `https://${address}`;
}

function textOf(fields: FormData, name: string): string {
  return String(fields.get(name) ?? '').trim();
}

/** Changes the selected block, or inserts one. */
function putBlock(
  editor: Editor,
  name: 'video' | 'button' | 'bookmark',
  attributes: Record<string, string>,
): void {
  if (editor.isActive(name)) editor.commands.updateAttributes(name, attributes);
  else insertBlock(editor, name, attributes);
}

/** Images of the library, with what was said about them there. */
function insertImages(editor: Editor, images: readonly LibraryImage[], inGallery: boolean): boolean {
  const { image, gallery } = editor.schema.nodes;
  if (!image) return false;
  const nodes = images.map(({ src, alt, width, height }) =>
    image.create({ src, alt, width: String(width), height: String(height) }),
  );
  const blocks = inGallery && gallery ? [gallery.create(null, nodes)] : nodes;
  return editor.commands.command(({ tr }) => insertBlocks(tr, blocks));
}
