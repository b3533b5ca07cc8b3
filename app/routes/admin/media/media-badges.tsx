import { Badge } from '#app/ui/badge.tsx';
import { usesOf, type ShownImage } from './image-details.ts';

/** Badges for a missing alt text and for the uses of an image. */
export function MediaBadges({ image }: { image: ShownImage }) {
  return (
    <>
      {image.alt === null && <Badge tone="warn">Missing alt text</Badge>}
      <Badge tone={image.uses.length > 0 ? 'ok' : 'neutral'}>{usesOf(image)}</Badge>
    </>
  );
}
