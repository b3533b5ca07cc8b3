import type { ImageRow } from '#db/tables.ts';
import { imageAddress, imageTypeOf, type StoredImage } from './image.ts';

/** A row as screens and the upload's answer show it. */
export function presentImage(row: Omit<ImageRow, 'state' | 'uploaded_by' | 'unused_since'>): StoredImage {
  return {
    id: row.id,
    folder: row.folder,
    src: imageAddress(row),
    type: imageTypeOf(row),
    width: row.width,
    height: row.height,
    bytes: row.bytes,
    animated: row.animated,
    placeholder: row.placeholder,
    alt: row.alt,
    caption: row.caption,
    focalX: row.focal_x,
    focalY: row.focal_y,
    originalName: row.original_name,
    createdAt: row.created_at,
  };
}
