import { ImageUp } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ClipboardEvent } from 'react';
import { href } from 'react-router';

import { inWidth } from '#domain/images/image-address.ts';
import { readDescription, writeDescription } from '#domain/images/image-description.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Image } from '#app/ui/image.tsx';
import { useToast } from '#app/ui/toaster.tsx';
import { detailsOf, ImageDetails, isUndescribed } from '#app/routes/admin/images/image-details.tsx';
import type { UploadedImage } from '#app/routes/admin/images/upload-image.ts';
import { fileInput, filesOf, useFileDrop } from '#app/routes/admin/images/use-image-upload.ts';
import { useOneImage } from '#app/routes/admin/images/use-one-image.tsx';
import { useLookup } from '#app/routes/admin/hooks/use-lookup.ts';
import { useForm } from './use-post-form.ts';

/** The image at the top of the post. A replaced image is deleted by the save, not by the upload. */
export function FeaturedImageCard() {
  const { text, images } = useForm();
  const image = text.values.featuredImage;
  const showToast = useToast();
  const [uploaded, setUploaded] = useState<UploadedImage | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const uploads = images.uploadsOf('featuredImage');
  const { take, choose, progress, dialog } = useOneImage({
    title: 'Featured Image',
    folder: 'featured-images',
    onChange,
    ...uploads,
    onFailure: (message) => {
      setIsRefused(true);
      uploads.onFailure(message);
    },
  });

  const { dropClass, dropHandlers } = useFileDrop(take);

  function onChange(featuredImage: string, stored: UploadedImage | null = null) {
    setIsRefused(false);
    setUploaded(stored);
    text.change({ featuredImage, imageDescription: '' });
  }

  function remove() {
    onChange('');
    showToast({ text: 'Image removed successfully.' });
    input.current?.focus();
  }

  return (
    <Card title="Featured Image">
      <div
        {...dropHandlers}
        onPaste={(event: ClipboardEvent) => {
          const files = filesOf(event.clipboardData);
          if (files.length > 0) event.preventDefault();
          take(files);
        }}
        className={`grid gap-3 rounded-md ${dropClass}`}
      >
        <input
          {...fileInput(take)}
          ref={input}
          id={id}
          aria-label="Featured Image"
          aria-describedby={`${id}-hint`}
          aria-invalid={isRefused || undefined}
        />
        {image !== '' && (
          <ShownImage key={image} src={image} uploaded={uploaded?.src === image ? uploaded : null} />
        )}
        {progress}
        {image === '' && !progress && <DropTarget id={id} />}
        {image !== '' && (
          <div className="flex flex-wrap gap-2">
            <label htmlFor={id} className={buttonClass('secondary')}>
              Replace
            </label>
            <Button onClick={remove}>Remove image</Button>
          </div>
        )}
        <Button className="justify-self-start" onClick={choose}>
          Choose from library
        </Button>
        {dialog}
        <p id={`${id}-hint`} className="text-ink-soft">
          JPEG, PNG, GIF, WebP or AVIF, at most 15 MB.
        </p>
      </div>
    </Card>
  );
}

/**
 * The image with its description. What is stored with it is loaded, and loaded again after each save: until then the
 * saved words stay.
 */
function ShownImage({ src, uploaded }: { src: string; uploaded: UploadedImage | null }) {
  const { text, errorAt, outcome } = useForm();
  const onUndescribed = outcome.setIsImageUndescribed;
  /** The description in the form that the image does not have yet; '' for nothing. */
  const description = text.values.imageDescription;
  const { find, found } = useLookup<UploadedImage>();
  const [last, setLast] = useState('');
  if (description !== '' && description !== last) setLast(description);
  const isSettled = description === '' && last !== '';
  const isUnknown = uploaded === null;
  const address = `${href('/admin/media/image')}?${new URLSearchParams({ src })}`;
  useEffect(() => {
    if (isUnknown) void find(address);
  }, [isUnknown, address, find]);
  useEffect(() => {
    if (isSettled) void find(address).then(() => setLast(''));
  }, [isSettled, address, find]);

  const image = found ?? uploaded;
  const changed = readDescription(description || last, src);
  const isMissing = image?.src === src && isUndescribed(detailsOf(image, changed));
  useEffect(() => {
    onUndescribed(isMissing);
    return () => onUndescribed(false);
  }, [isMissing, onUndescribed]);

  if (image?.src === src) {
    return (
      <ImageDetails
        image={image}
        changed={changed}
        error={errorAt('imageDescription')}
        onChange={(fields) =>
          text.change({
            imageDescription: writeDescription({ ...readDescription(description, src), ...fields, src }),
          })
        }
      />
    );
  }
  return (
    <Image
      src={inWidth(src, 640)}
      className="max-h-72 max-w-full justify-self-center rounded-md border border-line"
      instead={<p className="text-ink-soft">The image cannot be shown.</p>}
    />
  );
}

function DropTarget({ id }: { id: string }) {
  return (
    <label
      htmlFor={id}
      className="grid cursor-pointer justify-items-center gap-1 rounded-md border border-dashed border-line-strong px-4 py-8 text-center text-ink-soft hover:bg-sunken peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-signal"
    >
      <ImageUp className="size-5" />
      <span className="font-medium text-ink">Choose an image</span>
      <span>or drop or paste it here</span>
    </label>
  );
}
