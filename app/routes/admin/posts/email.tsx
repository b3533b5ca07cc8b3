import { useState } from 'react';
import { href, type ShouldRevalidateFunctionArgs } from 'react-router';

import type { Route } from './+types/email';
import { acceptNewsletterSetup } from '#domain/newsletter/read-newsletter-setup.ts';
import {
  cancelSending,
  continueSending,
  emailPost,
  parseEmailWords,
  pauseSending,
  rewordSending,
} from '#domain/post-emails/email-post.ts';
import { sendTestPostEmail } from '#domain/post-emails/get-post-emails.ts';
import { Card } from '#app/ui/card.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formAction, type FormRequest, onSubject } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { counted } from '#domain/fields/counted.ts';
import { backToPosts, Screen } from '../frame/screen.tsx';
import { Page } from '../frame/page.tsx';
import { usePolling } from '../hooks/use-polling.ts';
import { loadEmails } from './email/load-emails.ts';
import { EmailPreview } from './email/email-preview.tsx';
import { SendCard } from './email/send-card.tsx';
import { SendingCard } from './email/sending-card.tsx';

const failures = {
  accept: 'Failed to allow sending.',
  send: 'The post could not be emailed. Please try again.',
  test: 'The test email could not be sent.',
  reword: 'Subject and introduction could not be saved.',
  pause: 'The emails could not be paused.',
  continue: 'The emails could not be continued.',
  cancel: 'The emails could not be cancelled.',
};

export const loader = screenLoader((domain, { params: { id } }: { params: { id: string } }) =>
  loadEmails(domain, id),
);

type Params = { id: string };

export const action = formAction(failures, {
  send: async (ctx, fields, { params: { id } }: FormRequest<Params>) => {
    const { subscribers } = await emailPost(ctx, id, fields);
    return { done: `The post will be emailed to ${counted(subscribers, 'subscriber')}.` };
  },
  test: async (ctx, fields, { params: { id } }: FormRequest<Params>) => ({
    done: `A test is on its way to ${await sendTestPostEmail(ctx, id, parseEmailWords(fields))}.`,
  }),
  reword: onSubject(rewordSending, 'Subject and introduction are saved.'),
  accept: { run: (ctx) => acceptNewsletterSetup(ctx), done: null },
  pause: onSubject(pauseSending, 'The emails are paused.'),
  continue: onSubject(continueSending, 'The emails continue.'),
  cancel: onSubject(cancelSending, 'The emails are cancelled.'),
});

export const clientAction = formClientAction(failures);

/** The form of the post shows it too, and saves often. */
export function shouldRevalidate({ formAction: to, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate && (to === undefined || /\/email(?:\?|$)/.test(to));
}

export const handle = new Screen('Email', 'Failed to load the emails of this post.', {
  back: backToPosts,
  title: ({ post }: Route.ComponentProps['loaderData']) => `Email: ${post.title}`,
});

export default function PostEmail({ loaderData }: Route.ComponentProps) {
  const { post, sendings, next, maySend, visits } = loaderData;
  const [newest] = sendings;
  const { subject, introduction } = loaderData.email;
  const [words, setWords] = useState({ subject, introduction });
  const isOpen = newest?.state === 'scheduled' || newest?.state === 'sending';
  const isStarting =
    newest?.state === 'scheduled' && post.isPublic && newest.startsAt === null && next.endOfWeek === null;
  usePolling((newest?.state === 'sending' || isStarting) && newest?.isPaused === false);
  return (
    <Page
      heading="Email to subscribers"
      back={{ to: href('/admin/posts/edit/:id', { id: post.id }), label: 'Back to the post' }}
      intro={
        <p dir="auto" className="text-ink-soft wrap-anywhere">
          {post.title}
        </p>
      }
    >
      {next.endOfWeek !== null && (newest === undefined || newest.state === 'scheduled') && (
        <Notice tone="neutral">
          Subscribers get one post a week at most. This one is emailed after {next.endOfWeek}.
        </Notice>
      )}
      {sendings.map((sending) => (
        <SendingCard
          key={sending.id}
          sending={sending}
          isOnly={sendings.length === 1}
          isStarting={isStarting && sending === newest}
          maySend={maySend && sending === newest}
          visits={sending === newest ? visits : null}
        />
      ))}
      {sendings.length > 0 && (
        <p className="max-w-[80ch] text-pretty text-ink-soft">
          No reader is tracked: emails have no tracking pixels and no personal links. Visits are views of the
          post that came from a link in the email, counted like any other view.
        </p>
      )}
      {maySend && !isOpen && (
        <SendCard {...loaderData} key={next.number} words={words} earlier={newest ?? null} />
      )}
      {!maySend && sendings.length === 0 && (
        <Card title="Not emailed">
          <p className="text-ink-soft">Admins and super admins can email posts to subscribers.</p>
        </Card>
      )}
      <EmailPreview
        key={newest?.id ?? 'none'}
        postId={post.id}
        email={loaderData.email}
        words={words}
        onWords={setWords}
        edits={
          !maySend || newest?.state === 'sending' ? null : newest?.state === 'scheduled' ? 'planned' : 'new'
        }
        hasSent={sendings.some(({ startedAt }) => startedAt !== null)}
        test={maySend && loaderData.hasTest ? loaderData.myAddress : null}
      />
    </Page>
  );
}
