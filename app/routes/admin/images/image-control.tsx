import { useId, useRef, useState } from 'react';

import { ImagePickerDialog } from '#app/editor/image-picker-dialog.tsx';
import type { ImageFolder } from '#domain/images/image.ts';
import { Button } from '#app/ui/button.tsx';
import { library } from './find-choices.ts';
import { takenBy } from './upload-image.ts';
import { UploadProgress } from './upload-progress.tsx';
import { useOneImage } from './use-one-image.ts';

/**
 * Chooses an image, from the library or as an upload.
 * @param props.image its address; '' for none
 * @param props.folder that an upload goes to
 */
export function ImageControl({
  label,
  hint,
  image,
  folder,
  error,
  onChange,
  onUploads,
  onFailure,
}: {
  label: string;
  hint: string;
  image: string;
  folder: ImageFolder;
  error: string | undefined;
  onChange: (image: string) => void;
  onUploads: (underWay: number) => void;
  /** Called with the reason when an upload failed. */
  onFailure: (message: string) => void;
}) {
  const id = useId();
  const [isChoosing, setIsChoosing] = useState(false);
  const choose = useRef<HTMLButtonElement>(null);
  const { upload, cancel, take } = useOneImage({
    folder,
    onStored: ({ src }) => onChange(src),
    onUploads,
    onFailure,
  });

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
      {upload === undefined && error !== undefined && (
        <p role="alert" className="text-danger wrap-anywhere">
          {error}
        </p>
      )}
      <p id={`${id}-hint`} className="text-ink-soft">
        {hint}
      </p>
      {isChoosing && (
        <ImagePickerDialog
          title={label}
          isMultiple={false}
          accept={takenBy(folder)}
          library={library}
          onFiles={take}
          onImages={([chosen]) => {
            if (chosen) onChange(chosen.src);
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </div>
  );
}
