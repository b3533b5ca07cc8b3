import { Badge } from '#app/ui/badge.tsx';

/** Where a post stands: Published or Draft, and a second word while its date lies ahead. */
export function PostBadges({ published, scheduled }: { published: boolean; scheduled: boolean }) {
  return (
    <span className="flex shrink-0 flex-col items-end gap-1 sm:flex-row">
      <Badge tone={published ? 'ok' : 'neutral'}>{published ? 'Published' : 'Draft'}</Badge>
      {scheduled && <Badge tone="warn">Scheduled</Badge>}
    </span>
  );
}
