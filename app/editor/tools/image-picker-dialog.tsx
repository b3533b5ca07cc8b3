import { Check, ImageUp } from 'lucide-react';
import { useRef, useState } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import { thumbnailFit } from '#app/ui/image.tsx';
import { counted } from '#domain/fields/counted.ts';
import type { ImageLibrary, LibraryImage } from '../services.ts';
import { useSearch } from '#app/ui/use-search.ts';

type Props = {
  title: string;
  isMultiple: boolean;
  accept?: string;
  library: ImageLibrary;
  onFiles: (files: File[]) => void;
  /** Told of the chosen images, in the order in which they were chosen. */
  onImages: (images: LibraryImage[]) => void;
  onClose: () => void;
  returnFocus?: () => void;
};

/** Asks for images: new ones to upload, or those of the library. */
export function ImagePickerDialog({
  title,
  isMultiple,
  accept = 'image/*',
  library,
  onFiles,
  onImages,
  onClose,
  returnFocus,
}: Props) {
  const [chosen, setChosen] = useState<LibraryImage[]>([]);
  const input = useRef<HTMLInputElement>(null);

  function insert() {
    onImages(chosen);
    onClose();
  }

  return (
    <Dialog
      title={title}
      isWide
      onDismiss={onClose}
      {...(returnFocus && { returnFocus })}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={chosen.length === 0} onClick={insert}>
            {chosen.length > 1 ? `Insert ${chosen.length} images` : 'Insert image'}
          </Button>
        </>
      }
    >
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={isMultiple}
        hidden
        aria-label="Images to upload"
        onChange={({ currentTarget: { files } }) => {
          onFiles([...(files ?? [])]);
          onClose();
        }}
      />
      <Button
        icon={ImageUp}
        data-autofocus
        className="justify-self-start"
        onClick={() => input.current?.click()}
      >
        {isMultiple ? 'Upload images' : 'Upload an image'}
      </Button>
      <Library
        library={library}
        chosen={chosen}
        onToggle={(image) => setChosen(toggled(image, chosen, isMultiple))}
      />
    </Dialog>
  );
}

type LibraryProps = {
  library: ImageLibrary;
  chosen: readonly LibraryImage[];
  onToggle: (image: LibraryImage) => void;
};

function Library({ library: { findImages }, chosen, onToggle }: LibraryProps) {
  const [query, setQuery] = useState('');
  const [page, setPage] = useState(1);
  const found = useSearch(findImages, query, page);
  const last = chosen.at(-1);
  return (
    <div className="grid gap-3">
      <TextField
        label="Search images"
        type="search"
        autoComplete="off"
        hint="By name, alt text or the title of a post."
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setPage(1);
        }}
      />
      <output className="sr-only">
        {found.kind === 'found' ? counted(found.result.items.length, 'image') : ''}
      </output>
      {/* As high as its images, so that the dialog stays as it is while they come. */}
      <div className="flex min-h-[50vh] flex-col gap-3">
        {found.kind === 'failed' && (
          <p className="m-auto text-danger">The images could not be loaded. Please try again.</p>
        )}
        {found.kind === 'searching' && <p className="m-auto text-ink-soft">Loading...</p>}
        {found.kind === 'found' && (
          <>
            {found.result.items.length === 0 && <p className="m-auto text-ink-soft">No images found.</p>}
            <div className="grid max-h-[50vh] auto-rows-max grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2 overflow-y-auto p-0.5">
              {found.result.items.map((image) => (
                <ImageButton
                  key={image.src}
                  image={image}
                  isChosen={chosen.some(({ src }) => src === image.src)}
                  onToggle={onToggle}
                />
              ))}
            </div>
            {last && <p className="text-ink-soft wrap-anywhere">{usesOf(last)}</p>}
            {(page > 1 || found.result.hasMore) && (
              <div className="flex justify-between gap-2">
                <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
                  Newer
                </Button>
                <Button disabled={!found.result.hasMore} onClick={() => setPage(page + 1)}>
                  Older
                </Button>
              </div>
            )}
          </>
        )}
      </div>
    </div>
  );
}

function ImageButton({
  image,
  isChosen,
  onToggle,
}: {
  image: LibraryImage;
  isChosen: boolean;
  onToggle: (image: LibraryImage) => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={image.alt || image.name}
      title={image.alt || image.name}
      onClick={() => onToggle(image)}
      className="relative aspect-square cursor-pointer overflow-hidden rounded-md border border-line bg-sunken aria-pressed:border-signal aria-pressed:outline-2 aria-pressed:outline-signal"
    >
      <img src={`${image.src}?w=160`} alt="" loading="lazy" className={`size-full ${thumbnailFit(image)}`} />
      {isChosen && (
        <Check className="absolute top-1 right-1 size-5 rounded-full bg-signal p-0.5 text-on-signal" />
      )}
    </button>
  );
}

function toggled(image: LibraryImage, chosen: readonly LibraryImage[], isMultiple: boolean) {
  const others = chosen.filter(({ src }) => src !== image.src);
  if (others.length < chosen.length) return others;
  return isMultiple ? [...chosen, image] : [image];
}

function usesOf({ alt, name, posts }: LibraryImage): string {
  const image = alt || name;
  return posts.length === 0 ? `No post shows “${image}”.` : `“${image}” is used in: ${posts.join(', ')}`;
}
