import { Check, Info, TriangleAlert } from 'lucide-react';

import { useCan } from '#app/routes/admin/hooks/use-frame.ts';
import { useForm } from './use-post-form.ts';

/** A line each: what the buttons will do, who gets an email, and what is missing. */
export function PublishingLines() {
  const { outcome, props } = useForm();
  const mayPublish = useCan('edit-content');
  const own =
    props.begunOn === undefined
      ? 'Draft. An editor publishes it.'
      : 'An editor decides on what you send. Visitors see no change before that.';
  const { missing } = outcome;
  return (
    <ul className="grid gap-1 *:flex *:gap-2 *:wrap-anywhere [&_svg]:mt-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0">
      {(mayPublish ? outcome.lines : [own]).map((line) => (
        <li key={line}>
          <Info className="text-ink-soft" />
          {line}
        </li>
      ))}
      {missing?.map((line) => (
        <li key={line}>
          <TriangleAlert className="text-warn" />
          {line}
        </li>
      ))}
      {missing?.length === 0 && (
        <li>
          <Check className="text-ok" />
          Nothing is missing.
        </li>
      )}
    </ul>
  );
}
