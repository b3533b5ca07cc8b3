import { useEffect } from 'react';

import type { ImageFolder } from '#domain/images/image.ts';
import { useToast } from '#app/ui/toaster.tsx';
import type { UploadedImage } from './upload-image.ts';
import { useImageUpload } from './use-image-upload.ts';

/** Uploads one image; another file replaces the one on its way. `onFailure` is called with the reason. */
export function useOneImage({
  folder,
  onStored,
  onUploads,
  onFailure,
}: {
  folder: ImageFolder;
  onStored: (image: UploadedImage) => void;
  onUploads: (underWay: number) => void;
  onFailure: (message: string) => void;
}) {
  const showToast = useToast();
  const { uploads, start, cancel } = useImageUpload({
    folder,
    onStored: (image) => {
      onStored(image);
      showToast({ title: 'Success', text: 'Image uploaded successfully.' });
    },
    onFailure,
  });
  const { length: underWay } = uploads;
  useEffect(() => onUploads(underWay), [underWay, onUploads]);
  return {
    upload: uploads.at(-1),
    cancel,
    take: (files: readonly File[]) => {
      if (files.length === 0) return;
      for (const { id } of uploads) cancel(id);
      start(files.slice(0, 1));
    },
  };
}
