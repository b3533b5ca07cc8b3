import { Badge } from '#app/ui/badge.tsx';
import { usesOf, type ShownImage } from './image-details.ts';

/** What an image lacks, and where it is used. */
export function MediaBadges({ image }: { image: ShownImage }) {
  return (
    <>
      {image.alt === null && <Badge tone="warn">Missing alt text</Badge>}
      <Badge tone={image.uses.length > 0 ? 'ok' : 'neutral'}>{usesOf(image)}</Badge>
    </>
  );
}
