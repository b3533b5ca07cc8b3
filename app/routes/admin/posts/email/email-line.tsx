import { Mail } from 'lucide-react';
import { Link, href } from 'react-router';

import type { EmailState } from '#domain/post-emails/find-email-states.ts';
import { buttonClass } from '#app/ui/button.tsx';

/** In the form of a post: what became of its emails, and the way to send them. */
export function EmailLine({ postId, email }: { postId: string; email: EmailState }) {
  return (
    <div className="grid justify-items-start gap-1.5 border-t border-line pt-3">
      <Link to={href('/admin/posts/edit/:id/email', { id: postId })} className={buttonClass()}>
        <Mail />
        Email this post to subscribers
      </Link>
      <p className="text-ink-soft first-letter:uppercase">{email.words}</p>
    </div>
  );
}
