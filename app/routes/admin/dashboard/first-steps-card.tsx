import { CircleCheck, Circle } from 'lucide-react';
import { Link, href } from 'react-router';

import type { FirstStep } from '#domain/dashboard/first-steps.ts';
import { Card } from '#app/ui/card.tsx';
import { ActionButton } from '../actions/action-button.tsx';

const site = (document: string, field: string) => `${href('/admin/site/:document', { document })}#${field}`;

/** Each step with the field at which it begins; without one it is done on the server. */
const steps: Readonly<Record<FirstStep['id'], { name: string; to: string | null }>> = {
  name: { name: 'Name and logo', to: site('general', 'name') },
  'contact-email': { name: 'Contact and security address', to: site('general', 'email') },
  home: { name: 'Home page', to: site('home', 'headline') },
  team: { name: 'Team', to: site('about', 'team.0.name') },
  contact: { name: 'Contact page', to: site('contact', 'heading') },
  legal: { name: 'Legal pages', to: site('privacy', 'summary') },
  email: { name: 'Email', to: null },
  factor: { name: 'Second factor', to: `${href('/admin/account')}?tab=sign-in` },
  backup: { name: 'Backup', to: null },
  post: { name: 'First post', to: href('/admin/posts/new') },
};

/** The first tasks of a new owner; steps tick themselves off. */
export function FirstStepsCard({ firstSteps }: { firstSteps: readonly FirstStep[] }) {
  return (
    <Card
      title="First steps"
      actions={
        <ActionButton variant="quiet" fields={{ intent: 'dismiss-first-steps' }}>
          Dismiss
        </ActionButton>
      }
    >
      <ul className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {firstSteps.map(({ id, isDone }) => {
          const { name, to } = steps[id];
          const Icon = isDone ? CircleCheck : Circle;
          return (
            <li key={id} className="flex min-h-9 items-center gap-2.5">
              <Icon aria-hidden className={`size-4 shrink-0 ${isDone ? 'text-ok' : 'text-ink-soft'}`} />
              {isDone || to === null ? (
                <span className={isDone ? 'text-ink-soft' : ''}>{name}</span>
              ) : (
                <Link
                  to={to}
                  className="rounded-sm font-medium underline decoration-line-strong underline-offset-4 hover:decoration-current"
                >
                  {name}
                </Link>
              )}
              {isDone && <span className="sr-only">done</span>}
            </li>
          );
        })}
      </ul>
      {firstSteps.some(({ id, isDone }) => !isDone && id === 'email') && (
        <p className="text-ink-soft">Email is set up on the server, with EMAIL_TRANSPORT and SMTP_URL.</p>
      )}
    </Card>
  );
}
