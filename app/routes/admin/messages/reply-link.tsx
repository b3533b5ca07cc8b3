import { Reply } from 'lucide-react';

import type { Message } from '#domain/messages/get-message.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { useAction } from '../actions/use-action.ts';

/** `received`: the moment, as text. */
type Replied = Pick<Message, 'email' | 'subject' | 'name' | 'message' | 'status'> & { received: string };

/** Opens the mail program with the message quoted, and sets "answered", which can be undone. */
export function ReplyLink(message: Replied) {
  const { submit } = useAction();
  return (
    <a
      href={replyTo(message)}
      className={buttonClass('primary')}
      onClick={() => {
        if (message.status !== 'answered') void submit({ intent: 'answered' });
      }}
    >
      <Reply />
      Reply
    </a>
  );
}

/** Mail programs take addresses of about 2,000 characters. */
const maxQuoted = 1_200;

function replyTo({ email, subject, name, received, message }: Replied): string {
  const characters = Array.from(message);
  const text = characters.length > maxQuoted ? `${characters.slice(0, maxQuoted).join('')}…` : message;
  const quoted = text.split(/\r?\n/).map((line) => `> ${line}`);
  const body = ['', '', `${name} wrote on ${received}:`, ...quoted].join('\r\n');
  const query = `subject=${encodeURIComponent(`Re: ${subject}`)}&body=${encodeURIComponent(body)}`;
  return `mailto:${encodeURIComponent(email)}?${query}`;
}
