import { Button } from '#app/ui/button.tsx';

/** Says that the form holds changes that visitors do not see yet, and discards them on request. */
export function PendingChangesNotice({ isBusy, onDiscard }: { isBusy: boolean; onDiscard: () => void }) {
  return (
    <section
      aria-label="Pending changes"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line-strong bg-sunken px-3 py-2"
    >
      <p className="min-w-0 flex-1 basis-60">
        These changes are not live yet. Visitors see the post as it was last saved, until you press Save
        Changes.
      </p>
      <Button pending={isBusy} onClick={onDiscard}>
        Discard changes
      </Button>
    </section>
  );
}
