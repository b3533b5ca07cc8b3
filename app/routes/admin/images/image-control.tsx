import { useEffect, useId, useRef, useState } from 'react';

import { ImagePickerDialog } from '#app/editor/image-picker-dialog.tsx';
import { Button } from '#app/ui/button.tsx';
import { useToast } from '#app/ui/toaster.tsx';
import { findImages, findLinkTargets } from './find-choices.ts';
import { takenTypes } from './upload-image.ts';
import { UploadProgress } from './upload-progress.tsx';
import { useImageUpload } from './use-image-upload.ts';

/**
 * Chooses an image, from the library or as an upload.
 * @param image its address; '' for none
 */
export function ImageControl({
  label,
  hint,
  image,
  error,
  onChange,
  onUploads,
  onFailure,
}: {
  label: string;
  hint: string;
  image: string;
  error: string | undefined;
  onChange: (image: string) => void;
  /** Called with the number of uploads under way. */
  onUploads: (underWay: number) => void;
  /** Called when an upload failed; the reason has been shown. */
  onFailure: () => void;
}) {
  const id = useId();
  const showToast = useToast();
  const [isChoosing, setIsChoosing] = useState(false);
  const choose = useRef<HTMLButtonElement>(null);
  const { uploads, start, cancel } = useImageUpload({
    folder: 'featured-images',
    onStored: ({ src }) => {
      onChange(src);
      showToast({ title: 'Success', text: 'Image uploaded successfully.' });
    },
    onFailure: (message) => {
      showToast({ title: 'Error', text: message, tone: 'error' });
      onFailure();
    },
  });
  const { length: underWay } = uploads;
  useEffect(() => onUploads(underWay), [underWay, onUploads]);
  const upload = uploads.at(-1);

  return (
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-hint`} className="grid gap-1">
      <p id={id} className="font-medium">
        {label}
      </p>
      {upload && <UploadProgress upload={upload} onCancel={cancel} />}
      <div className="flex flex-wrap gap-2">
        <Button ref={choose} onClick={() => setIsChoosing(true)}>
          {image === '' ? 'Choose an image' : 'Choose another image'}
        </Button>
        {image !== '' && (
          <Button
            onClick={() => {
              onChange('');
              choose.current?.focus();
            }}
          >
            Remove
          </Button>
        )}
      </div>
      {error !== undefined && <p className="text-danger">{error}</p>}
      <p id={`${id}-hint`} className="text-ink-soft">
        {hint}
      </p>
      {isChoosing && (
        <ImagePickerDialog
          title={label}
          firstTab="Library"
          isMultiple={false}
          accept={takenTypes}
          findImages={findImages}
          findTargets={findLinkTargets}
          onFiles={(files) => {
            for (const other of uploads) cancel(other.id);
            start(files.slice(0, 1));
          }}
          onImages={([chosen]) => {
            if (chosen) onChange(chosen.src);
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </div>
  );
}
