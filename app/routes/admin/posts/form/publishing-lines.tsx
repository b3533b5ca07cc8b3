import { useCan } from '#app/routes/admin/hooks/use-frame.ts';
import { useForm } from './use-post-form.ts';

/** Beside the buttons, a line each: what they will do, who gets an email, and what is missing. On a phone below the form, so that the text begins high. */
export function PublishingLines() {
  const { outcome, props } = useForm();
  const mayPublish = useCan('edit-content');
  const own =
    props.begunOn === undefined
      ? 'Draft. An editor publishes it.'
      : 'An editor decides on what you send. Visitors see no change before that.';
  const lines = mayPublish ? outcome.lines : [own];
  const { missing } = outcome;
  const [first, ...others] = missing ?? [];
  return (
    <div
      role="group"
      aria-label="Before publishing"
      className="min-w-0 text-xs leading-snug text-ink-soft max-sm:order-1 sm:max-lg:-mt-2 sm:max-lg:min-h-8.5 lg:relative lg:-my-2.5 lg:order-1 lg:max-w-72 xl:max-w-96"
    >
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {missing?.length === 0 && <p>Nothing is missing.</p>}
      {first !== undefined && others.length === 0 && <p className="text-warn">{first}</p>}
      {others.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer rounded-sm text-warn">
            {others.length + 1} things to look at
          </summary>
          <ul className="mt-1 grid list-disc gap-1 rounded-md border border-line-strong bg-surface p-3 ps-6 text-ink lg:absolute lg:end-0 lg:z-20 lg:w-96 lg:shadow-lg">
            {[first, ...others].map((message) => (
              <li key={message} className="wrap-anywhere">
                {message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
