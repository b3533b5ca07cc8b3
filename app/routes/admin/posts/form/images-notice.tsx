import { Button } from '#app/ui/button.tsx';

/** Says what a press is waiting for, and calls it off on request. */
export function ImagesNotice({ underWay, onCallOff }: { underWay: number; onCallOff: () => void }) {
  return (
    <section
      aria-label="Images on their way"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line-strong bg-sunken px-3 py-2"
    >
      <p role="status" className="min-w-0 flex-1 basis-60">
        {underWay === 1 ? 'An image is' : `${underWay} images are`} still being uploaded. The post is saved as
        soon as {underWay === 1 ? 'it is' : 'they are'} there.
      </p>
      <Button onClick={onCallOff}>Cancel saving</Button>
    </section>
  );
}
