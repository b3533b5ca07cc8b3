import { href, Link } from 'react-router';

import type { Route } from './+types/newsletter-setup';
import { acceptNewsletterSetup, readNewsletterSetup } from '#domain/newsletter/read-newsletter-setup.ts';
import type { SetupCheck } from '#domain/newsletter/newsletter-setup.ts';
import { can } from '#domain/core/permissions.ts';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { Card } from '#app/ui/card.tsx';
import { ActionButton } from '../actions/action-button.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { Moment } from '../hooks/dates.tsx';
import { Page } from '../frame/page.tsx';
import { Screen } from '../frame/screen.tsx';
import { newsletterTabs } from './newsletter-tabs.tsx';

export const loader = screenLoader(async (domain) => {
  const { acceptedAt, acceptedBy, checks, held, eventAddresses } = await readNewsletterSetup(domain);
  return {
    checks,
    held: held.map(({ id }) => id),
    eventAddresses,
    accepted: acceptedAt && { at: acceptedAt, by: acceptedBy },
    mayAccept: domain.actor !== null && can(domain.actor, 'accept-newsletter-setup'),
  };
});

const failures = { accept: 'Failed to allow sending.' };

export const action = formAction(failures, {
  accept: {
    run: (ctx) => acceptNewsletterSetup(ctx),
    done: 'Sending is allowed although not all checks pass.',
  },
});

export const clientAction = formClientAction(failures);

export const handle = new Screen('Newsletter', 'Failed to check the newsletter settings.', {
  title: () => 'Newsletter: Settings',
});

/** The proven parts of the set-up before posts are emailed, and how to repair the rest. */
export default function NewsletterSetup({ loaderData }: Route.ComponentProps) {
  const { checks, held, accepted, mayAccept, eventAddresses } = loaderData;
  const toDo = checks.filter(({ repair }) => repair !== '').length;
  const waiting = checks.filter(({ state }) => state === 'waiting').map(({ name }) => name);
  return (
    <Page>
      {newsletterTabs}
      <Card title={held.length > 0 ? 'Posts cannot be emailed yet' : 'Posts can be emailed'}>
        <p className="max-w-[80ch] text-pretty text-ink-soft">
          {held.length > 0
            ? `Email providers deliver what comes from a verified domain. ${toDo === 1 ? '1 thing is' : `${toDo} things are`} left to do below; then reload this page.`
            : toDo === 0
              ? 'Everything is set up.'
              : 'A super admin allowed it, although not everything below is done.'}
        </p>
        {accepted !== null && (
          <p className="text-ink-soft">
            Allowed <Moment at={accepted.at} />
            {accepted.by !== null && ` by ${accepted.by}`}. A new problem stops sending again.
          </p>
        )}
        {held.length > 0 &&
          !held.includes('settings') &&
          (mayAccept ? (
            <div className="grid justify-items-start gap-2">
              <ActionButton fields={{ intent: 'accept' }}>Allow sending anyway</ActionButton>
              <p className="text-ink-soft">This is recorded in the activity log.</p>
            </div>
          ) : (
            <p className="text-ink-soft">Only a super admin can allow sending before the checks pass.</p>
          ))}
      </Card>
      <Card title="Checks">
        <ul className="divide-y divide-line">
          {checks
            .filter(({ state }) => state !== 'waiting')
            .map((check) => (
              <li key={check.id} className="grid gap-1 py-4 first:pt-1 last:pb-1">
                <CheckResult {...check} />
              </li>
            ))}
        </ul>
        {waiting.length > 0 && (
          <p className="max-w-[80ch] text-pretty text-ink-soft">
            Checked once the above is done: {waiting.join(', ')}.
          </p>
        )}
      </Card>
      <Card title="Bounces and complaints">
        <p className="max-w-[80ch] text-pretty text-ink-soft">
          Amazon SES and Postmark can report them: copy the address into the service, and keep it secret. With
          other services the operator names a mailbox for them (BOUNCE_IMAP_URL).
        </p>
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
          {eventAddresses.map(({ name, address }) => (
            <div key={name} className="contents">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="font-mono text-xs leading-5 select-all wrap-anywhere">{address}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </Page>
  );
}

const states: Record<SetupCheck['state'], { tone: BadgeTone; words: string }> = {
  ok: { tone: 'ok', words: 'Ready' },
  problem: { tone: 'warn', words: 'To do' },
  unknown: { tone: 'warn', words: 'To check' },
  waiting: { tone: 'neutral', words: 'Not checked yet' },
};

function CheckResult({ id, name, state, finding, repair }: SetupCheck) {
  return (
    <>
      <h3 className="flex flex-wrap items-center gap-2 font-semibold">
        {name} <Badge tone={states[state].tone}>{states[state].words}</Badge>
      </h3>
      <p className="max-w-[80ch] text-pretty text-ink-soft wrap-anywhere">{finding}</p>
      {repair !== '' && (
        <p className="max-w-[80ch] text-pretty wrap-anywhere">
          {repair}{' '}
          {id === 'settings' && (
            <Link to={href('/admin/site/:document', { document: 'general' })} className="underline">
              Open General
            </Link>
          )}
        </p>
      )}
    </>
  );
}
