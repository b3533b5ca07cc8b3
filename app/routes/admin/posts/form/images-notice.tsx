import { Button } from '#app/ui/button.tsx';

/** Says which uploads a save waits for, and cancels the save on request. */
export function ImagesNotice({ underWay, onCancel }: { underWay: number; onCancel: () => void }) {
  return (
    <section
      aria-label="Uploads under way"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line-strong bg-sunken px-3 py-2"
    >
      <p role="status" className="min-w-0 flex-1 basis-60">
        {underWay === 1 ? 'An image is' : `${underWay} images are`} still being uploaded. The post is saved as
        soon as {underWay === 1 ? 'it is' : 'they are'} there.
      </p>
      <Button onClick={onCancel}>Cancel saving</Button>
    </section>
  );
}
