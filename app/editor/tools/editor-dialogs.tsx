import type { Editor } from '@tiptap/core';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { CheckboxField, SelectField, TextArea, TextField } from '#app/ui/field.tsx';
import { isSafeLink } from '#domain/html/link.ts';
import { widthNames } from '#domain/html/text-styles.ts';
import { readVideo, videoSites } from '#domain/html/video.ts';
import { ImagePickerDialog } from './image-picker-dialog.tsx';
import { insertBlock } from '../insert-blocks.ts';
import { addressOf, LinkField } from './link-field.tsx';
import { addImages, addLibraryImages } from '../uploads.ts';
import { type DialogProps, type TextOf, FormDialog } from './editor-form.tsx';

const dialogs = {
  link: LinkDialog,
  video: VideoDialog,
  image: ImageDialog,
  button: ButtonDialog,
  bookmark: BookmarkDialog,
  images: ImagesDialog,
  gallery: (props: DialogProps) => <ImagesDialog {...props} inGallery />,
};

export type EditorDialog = keyof typeof dialogs;

/**
 * The dialogs over the text, of which one is open. Outside of the form around the editor: a browser reports no `submit` of
 * a form within a form.
 */
export function EditorDialogs({ dialog, ...props }: DialogProps & { dialog: EditorDialog | null }) {
  if (dialog === null) return null;
  const Shown = dialogs[dialog];
  return createPortal(<Shown {...props} />, document.body);
}

/** Text that is selected becomes the link; without any, the title of the chosen post or the address is inserted. */
function LinkDialog({ library, ...props }: DialogProps) {
  const { editor } = props;
  const chosenTitle = useRef('');
  const address = String(editor.getAttributes('link')['href'] ?? '');
  const remove = () => void editor.chain().extendMarkRange('link').unsetLink().run();

  function apply(textOf: TextOf): string | null {
    if (textOf('address') === '') {
      remove();
      return null;
    }
    return ifSafe(textOf, (href) => {
      const link = editor.chain().extendMarkRange('link');
      if (editor.state.selection.empty && address === '') {
        const marks = [{ type: 'link', attrs: { href } }];
        link.insertContent({ type: 'text', text: chosenTitle.current || href, marks }).run();
      } else link.setLink({ href }).run();
    });
  }

  return (
    <FormDialog
      {...props}
      title="Link"
      inserts={address === ''}
      apply={apply}
      onRemove={address === '' ? undefined : remove}
    >
      {(error) => (
        <LinkField
          address={address}
          error={error}
          findTargets={library.findTargets}
          onTarget={(target) => (chosenTitle.current = target.title)}
        />
      )}
    </FormDialog>
  );
}

function ButtonDialog({ library, ...props }: DialogProps) {
  const before = props.editor.getAttributes('button');
  const apply = (textOf: TextOf) =>
    ifSafe(textOf, (href) => putBlock(props.editor, 'button', { href, text: textOf('text') || href }));
  return (
    <FormDialog {...props} title="Button" inserts={isNew(props, 'button')} apply={apply}>
      {(error) => (
        <>
          <Words label="Text" name="text" before={before['text']} />
          <LinkField address={before['href']} error={error} findTargets={library.findTargets} />
        </>
      )}
    </FormDialog>
  );
}

function BookmarkDialog({ library, ...props }: DialogProps) {
  const before = props.editor.getAttributes('bookmark');
  const [title, setTitle] = useState<unknown>(before['title']);
  const apply = (textOf: TextOf) =>
    ifSafe(textOf, (href) =>
      putBlock(props.editor, 'bookmark', { href, title: textOf('title') || href, text: textOf('text') }),
    );
  return (
    <FormDialog {...props} title="Bookmark" inserts={isNew(props, 'bookmark')} apply={apply}>
      {(error) => (
        <>
          <LinkField
            address={before['href']}
            error={error}
            findTargets={library.findTargets}
            onTarget={(target) => setTitle(target.title)}
          />
          <Words key={String(title)} label="Title" name="title" before={title} />
          <Words label="Description" name="text" maxLength={400} before={before['text']} />
        </>
      )}
    </FormDialog>
  );
}

const sites = `${videoSites.slice(0, -1).join(', ')}, or ${videoSites.at(-1)}`;

function VideoDialog(props: DialogProps) {
  const before = props.editor.getAttributes('video');
  return (
    <FormDialog
      {...props}
      title="Video"
      inserts={isNew(props, 'video')}
      apply={(textOf) => {
        const video = readVideo(textOf('address'));
        if (!video) return `Please enter the address of a video on ${sites}.`;
        const title = textOf('title') || `${video.site} video`;
        putBlock(props.editor, 'video', { src: video.player, title });
        return null;
      }}
    >
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
          <Words label="Title" name="title" before={before['title']} />
        </>
      )}
    </FormDialog>
  );
}

/** A line of text. @param before what it holds at first */
function Words({ before, ...field }: { label: string; name: string; maxLength?: number; before: unknown }) {
  return <TextField autoComplete="off" maxLength={200} {...field} defaultValue={String(before ?? '')} />;
}

function ImageDialog(props: DialogProps) {
  const before = props.editor.getAttributes('image');
  const [isDecorative, setIsDecorative] = useState(before['alt'] === '');
  return (
    <FormDialog
      {...props}
      title="Image"
      inserts={false}
      apply={(textOf) => {
        const alt = isDecorative ? '' : textOf('alt') || null;
        props.editor.commands.updateAttributes('image', { alt, shown: textOf('width') || null });
        return null;
      }}
    >
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
          <CheckboxField
            label="Decorative: there is nothing to say"
            checked={isDecorative}
            onChange={(event) => setIsDecorative(event.currentTarget.checked)}
          />
          <SelectField label="Width" name="width" defaultValue={String(before['shown'] ?? '')}>
            <option value="">Full</option>
            {widthNames.map((name) => (
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

function ImagesDialog({ editor, inGallery = false, ...props }: DialogProps & { inGallery?: boolean }) {
  return (
    <ImagePickerDialog
      {...props}
      title={inGallery ? 'Insert gallery' : 'Insert images'}
      isMultiple
      onFiles={(files) => addImages(editor, files, { inGallery })}
      onImages={(images) => addLibraryImages(editor, images, inGallery)}
      returnFocus={() => editor.view.focus()}
    />
  );
}

/** Applies what has the address of a link; the dialog stays open where no link may lead there. */
function ifSafe(textOf: TextOf, apply: (href: string) => void): string | null {
  const href = addressOf(textOf('address'));
  if (href === '' || !isSafeLink(href))
    return 'A link can lead to a web page (http, https), an email address (mailto) or a phone number (tel).';
  apply(href);
  return null;
}

type LinkBlock = 'video' | 'button' | 'bookmark';

const isNew = ({ editor }: Pick<DialogProps, 'editor'>, name: LinkBlock) => !editor.isActive(name);

function putBlock(editor: Editor, name: LinkBlock, attributes: Record<string, string>): void {
  if (!isNew({ editor }, name)) editor.commands.updateAttributes(name, attributes);
  else editor.commands.command(insertBlock(name, attributes));
}
