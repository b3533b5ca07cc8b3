import { useEffect, useState } from 'react';

import { ImagePickerDialog } from '#app/editor/tools/image-picker-dialog.tsx';
import type { ImageFolder, ImageUse } from '#domain/images/image.ts';
import { useToast } from '#app/ui/toaster.tsx';
import { libraries } from './find-choices.ts';
import { takenBy, type UploadedImage } from './upload-image.ts';
import { UploadProgress } from './upload-progress.tsx';
import { useImageUpload } from './use-image-upload.ts';

export type OneImage = {
  /** The title of the dialog in which it is chosen. */
  title: string;
  /** That an upload goes to. */
  folder: ImageFolder;
  use?: ImageUse;
  /** `uploaded` is missing for an image of the library. */
  onChange: (src: string, uploaded?: UploadedImage) => void;
  onUploads: (underWay: number) => void;
  onFailure: (message: string) => void;
};

/** Chooses one image from the library, or uploads one; another file replaces the one on its way. */
export function useOneImage({ title, folder, use = 'content', onChange, onUploads, onFailure }: OneImage) {
  const showToast = useToast();
  const [isChoosing, setIsChoosing] = useState(false);
  const { uploads, start, cancel } = useImageUpload({
    folder,
    onStored: (image) => {
      onChange(image.src, image);
      showToast({ text: 'Image uploaded successfully.' });
    },
    onFailure,
  });
  const { length: underWay } = uploads;
  useEffect(() => onUploads(underWay), [underWay, onUploads]);

  function take(files: readonly File[]) {
    if (files.length === 0) return;
    for (const { id } of uploads) cancel(id);
    start(files.slice(0, 1));
  }

  const upload = uploads.at(-1);
  return {
    take,
    choose: () => setIsChoosing(true),
    progress: upload && <UploadProgress upload={upload} onCancel={cancel} />,
    dialog: isChoosing && (
      <ImagePickerDialog
        title={title}
        isMultiple={false}
        accept={takenBy(folder)}
        library={libraries[use]}
        onFiles={take}
        onImages={([chosen]) => {
          if (chosen) onChange(chosen.src);
        }}
        onClose={() => setIsChoosing(false)}
      />
    ),
  };
}
