import { Mail } from 'lucide-react';
import { Link, href } from 'react-router';

import type { EmailState } from '#domain/post-emails/find-email-states.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Switch } from '#app/ui/switch.tsx';
import type { EmailPlan } from './use-email-plan.ts';

/** In the form of a post: whether it is emailed, what became of its emails, and the way to their screen. */
export function EmailChoice({
  postId,
  email,
  plan,
}: {
  postId: string;
  email: EmailState;
  plan: EmailPlan | null;
}) {
  const address = href('/admin/posts/edit/:id/email', { id: postId });
  return (
    <div className="grid justify-items-start gap-1.5 border-t border-line pt-3 *:first:w-full">
      {plan === null ? (
        <>
          <Link to={address} className={buttonClass()}>
            <Mail />
            Email this post to subscribers
          </Link>
          <p className="text-ink-soft first-letter:uppercase">{email.words}</p>
        </>
      ) : (
        <>
          <Switch
            label="Email this post to subscribers"
            checked={plan.isPlanned}
            onChange={(isWanted) => plan.isBusy || plan.change(isWanted)}
          />
          <Link to={address} className={buttonClass('quiet', '-ml-3')}>
            Subject, introduction and preview
          </Link>
        </>
      )}
    </div>
  );
}
