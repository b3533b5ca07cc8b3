import { Link, href } from 'react-router';

import type { EmailState } from '#domain/post-emails/find-email-states.ts';

const tones: Record<EmailState['tone'], string> = {
  quiet: 'text-ink-soft',
  busy: 'text-ok',
  held: 'text-warn',
};

/** The state of the emails of a post, as a link to their screen. */
export function EmailStateLink({ postId, email }: { postId: string; email: EmailState }) {
  return (
    <Link
      to={href('/admin/posts/edit/:id/email', { id: postId })}
      className={`block w-fit rounded-sm whitespace-nowrap underline-offset-4 hover:underline ${tones[email.tone]}`}
    >
      {email.words}
    </Link>
  );
}
