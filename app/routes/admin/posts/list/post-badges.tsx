import { Badge } from '#app/ui/badge.tsx';

/** Published or Draft, and Scheduled while the publish date is in the future. */
export function PostBadges({ published, scheduled }: { published: boolean; scheduled: boolean }) {
  return (
    <span className="flex shrink-0 flex-col items-end gap-1 sm:flex-row">
      <Badge tone={published ? 'ok' : 'neutral'}>{published ? 'Published' : 'Draft'}</Badge>
      {scheduled && <Badge tone="warn">Scheduled</Badge>}
    </span>
  );
}
