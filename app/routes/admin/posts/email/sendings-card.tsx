import { Card } from '#app/ui/card.tsx';
import type { EmailState } from '#domain/post-emails/find-email-states.ts';
import { EmailStateLink } from './email-state-link.tsx';

/** On the dashboard: the emails of posts that wait, leave or are held. */
export function SendingsCard({
  sendings,
}: {
  sendings: readonly { postId: string; title: string; state: EmailState }[];
}) {
  return (
    <Card title="Emails to subscribers" flush>
      <ul className="divide-y divide-line">
        {sendings.map(({ postId, title, state }) => (
          <li key={postId} className="flex flex-wrap items-center justify-between gap-x-3 px-4 py-2.5">
            <span dir="auto" className="min-w-0 font-medium wrap-anywhere">
              {title}
            </span>
            <EmailStateLink postId={postId} email={state} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
