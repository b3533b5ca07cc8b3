import { Users } from 'lucide-react';

/** Says who else has the form open; announced when that changes. @param message '' for no one */
export function PresenceLine({ message }: { message: string }) {
  return (
    // Always there: a screen reader announces only what changes in a region that it knows.
    <output
      className={
        message === ''
          ? 'sr-only'
          : 'flex items-center gap-2 rounded-md border border-line-strong bg-sunken px-3 py-2 wrap-anywhere'
      }
    >
      {message !== '' && <Users className="size-4 shrink-0 text-ink-soft" />}
      {message}
    </output>
  );
}
