import { Link, href } from 'react-router';

import { buttonClass } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';

/** The card of the dashboard with unread messages. */
export function NewMessagesCard({
  unread,
  messages,
}: {
  unread: number;
  messages: { id: string; name: string; subject: string; received: string }[];
}) {
  return (
    <Card
      title={unread === 1 ? '1 New Message' : `${unread.toLocaleString('en-US')} New Messages`}
      flush
      actions={
        <Link to={href('/admin/messages')} className={buttonClass('quiet')}>
          View All Messages
        </Link>
      }
    >
      <ul className="divide-y divide-line">
        {messages.map(({ id, name, subject, received }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-3 px-4 py-2">
            <Link
              to={href('/admin/messages/:id', { id })}
              className="line-clamp-1 min-w-0 rounded-sm font-medium wrap-anywhere [unicode-bidi:plaintext] underline-offset-4 hover:underline"
            >
              {name}: {subject}
            </Link>
            <span className="text-ink-soft tabular-nums">{received}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
