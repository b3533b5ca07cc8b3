import { ChevronRight, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, href } from 'react-router';

import type { FirstStep } from '#domain/dashboard/first-steps.ts';
import { Card } from '#app/ui/card.tsx';
import { ActionButton } from '../actions/action-button.tsx';
import { useCan } from '../hooks/use-frame.ts';

type StepId = FirstStep['id'];

const site = (document: string, field: string) => `${href('/admin/site/:document', { document })}#${field}`;

/** The steps of the owner: what, why, and the field at which it begins. */
const steps: Readonly<
  Record<Exclude<StepId, keyof typeof operatorSteps>, readonly [string, string, string]>
> = {
  name: ['Add your name and logo', 'They stand on every page and in every email.', site('general', 'name')],
  'contact-email': ['Give your contact address', 'Messages go there.', site('general', 'email')],
  home: ['Write your home page', 'Most visitors see it first.', site('home', 'headline')],
  team: ['Introduce your team', 'The people on About are invented.', site('about', 'team.0.name')],
  contact: ['Check the contact page', 'It says how soon you answer.', site('contact', 'heading')],
  legal: ['Review the legal pages', 'They are examples.', site('privacy', 'summary')],
  post: ['Write your first post', 'Buyers find you by it.', href('/admin/posts/new')],
  factor: ['Add a second factor', 'A password can be stolen.', `${href('/admin/account')}?tab=sign-in`],
};

const operatorSteps = { email: 'email (EMAIL_TRANSPORT, SMTP_URL)', backup: 'backups (BACKUP_TO)' } as const;

function isOperatorStep(id: StepId): id is keyof typeof operatorSteps {
  return id in operatorSteps;
}

/** The first tasks of a new owner; steps tick themselves off. @param children a note below them */
export function FirstStepsCard({
  firstSteps,
  children,
}: {
  firstSteps: readonly FirstStep[];
  children: ReactNode;
}) {
  const own = firstSteps.flatMap(({ id, isDone }) =>
    isOperatorStep(id) ? [] : [{ step: steps[id], isDone }],
  );
  const done = own.filter(({ isDone }) => isDone);
  const onServer = firstSteps.flatMap(({ id, isDone }) =>
    isOperatorStep(id) && !isDone ? [operatorSteps[id]] : [],
  );
  const seesServer = useCan('view-operator-notices') && onServer.length > 0;
  return (
    <Card
      title="First steps"
      flush
      actions={
        <span className="flex items-center gap-1 text-ink-soft tabular-nums">
          {done.length} of {own.length}
          <ActionButton variant="quiet" className="-mr-3" fields={{ intent: 'dismiss-first-steps' }}>
            Dismiss
          </ActionButton>
        </span>
      }
    >
      <ul className="divide-y divide-line">
        {own
          .filter(({ isDone }) => !isDone)
          .map(({ step: [name, why, to] }) => (
            <li key={name}>
              <Link to={to} className="flex items-center gap-3 px-4 py-2 hover:bg-sunken">
                <span className="grid flex-1 sm:grid-cols-[15rem_1fr]">
                  <span className="font-medium">{name}</span> <span className="text-ink-soft">{why}</span>
                </span>
                <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-soft" />
              </Link>
            </li>
          ))}
      </ul>
      <div className="grid gap-2 border-t border-line px-4 py-2.5 text-ink-soft empty:hidden">
        {children}
        {done.length > 0 && (
          <details>
            <summary className="w-fit cursor-pointer rounded-sm">Done</summary>
            <ul>
              {done.map(({ step: [name, , to] }) => (
                <li key={name}>
                  <Link to={to} className="inline-flex min-h-7 items-center gap-2 hover:underline">
                    <CircleCheck aria-hidden className="size-4 text-ok" />
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </details>
        )}
        {seesServer && (
          <details>
            <summary className="w-fit cursor-pointer rounded-sm">For the operator of the server</summary>
            <p className="pt-1">Set up {onServer.join(' and ')}.</p>
          </details>
        )}
      </div>
    </Card>
  );
}
