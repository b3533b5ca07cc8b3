import { Notice } from '#app/ui/notice.tsx';

/** For super admins: what they have to know about the disk before nothing can be saved any more. */
export function DiskWarning({ message }: { message: string | null }) {
  if (message === null) return null;
  return (
    <Notice title="Disk space">
      <p>{message} Remove what is not needed from it, or make it larger.</p>
    </Notice>
  );
}
