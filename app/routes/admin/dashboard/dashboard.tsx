import { ExternalLink, Folder, Plus, Tag } from 'lucide-react';
import { Link, data, href } from 'react-router';

import type { Route } from './+types/dashboard';
import { acceptClock } from '#domain/clock/accept-clock.ts';
import { getDashboard } from '#domain/dashboard/get-dashboard.ts';
import { dismissFirstSteps } from '#domain/dashboard/first-steps.ts';
import { getDiskMessage } from '#domain/storage/disk-space.ts';
import { productVersion } from '#domain/product-version.ts';
import { can } from '#domain/core/permissions.ts';
import { domainContext, reportErrorContext, operatorNoticesContext } from '#app/http/request-context.ts';
import { statusOf } from '#app/http/respond.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Details } from '#app/ui/details.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { CalendarFigures, Figure, Figures } from '../analytics/figure.tsx';
import { counted } from '#domain/fields/counted.ts';
import { Day, Moment } from '../hooks/dates.tsx';
import { ActionButton } from '../actions/action-button.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { FirstStepsCard } from './first-steps-card.tsx';
import { useCan, useWaitingProposals } from '../hooks/use-frame.ts';
import { Screen } from '../frame/screen.tsx';
import { PostBadges } from '../posts/list/post-badges.tsx';
import { SendingsCard } from '../posts/email/sendings-card.tsx';

/** A part that cannot be loaded is logged and omitted; the status is that of its error. */
export async function loader({ context }: Route.LoaderArgs) {
  const domain = context.get(domainContext);
  let status = 200;
  const [figures, diskMessage] = await Promise.all([
    getDashboard(domain, (error) => {
      status = statusOf(error);
      context.get(reportErrorContext)(error);
    }),
    getDiskMessage(domain),
  ]);
  const notices = context.get(operatorNoticesContext)();
  const seesNotices = domain.actor !== null && can(domain.actor, 'view-operator-notices');
  return data(
    {
      ...figures,
      version: productVersion,
      diskMessage,
      notices: seesNotices ? notices : { warnings: [], facts: [], clock: null },
      stuckEmail: domain.actor && can(domain.actor, 'manage-inbox') ? notices.email : null,
    },
    { status },
  );
}

const failures = {
  'dismiss-first-steps': 'Failed to dismiss the first steps.',
  'accept-clock': 'Failed to accept the time.',
};

export const action = formAction(failures, {
  'dismiss-first-steps': { run: dismissFirstSteps, done: null },
  'accept-clock': { run: acceptClock, done: null },
});

export const clientAction = formClientAction(failures);

export const handle = new Screen('Dashboard', 'The dashboard could not be loaded. Please try again.');

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { counts, views, recent, sendings, messages, notices, examples, firstSteps } = loaderData;
  const proposals = useWaitingProposals();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold tracking-tight">Dashboard</h1>
          <p className="text-ink-soft">Welcome to your blog management dashboard</p>
        </div>
        <Link to={href('/admin/posts/new')} className={buttonClass('primary', 'shrink-0')}>
          <Plus />
          New Post
        </Link>
      </header>

      {loaderData.diskMessage !== null && (
        <Notice title="Disk space">
          <p>{loaderData.diskMessage} Remove what is not needed from it, or make it larger.</p>
        </Notice>
      )}
      {loaderData.stuckEmail !== null && <Notice title="Email">{loaderData.stuckEmail}</Notice>}
      {notices.clock !== null && (
        <Notice title="Clock">
          <p>{notices.clock}</p>
          <ActionButton variant="secondary" fields={{ intent: 'accept-clock' }}>
            This time is right
          </ActionButton>
        </Notice>
      )}
      {notices.warnings.map(({ text, details }) => (
        <Notice key={text}>
          {text}
          <Details text={details} />
        </Notice>
      ))}
      {firstSteps !== null && <FirstStepsCard firstSteps={firstSteps} />}
      {firstSteps === null && examples !== null && examples.length > 0 && (
        <Notice>
          <p>
            Visitors see example text on these pages: {examples.join(', ')}. Edit it or publish it as it is in{' '}
            <Link to={href('/admin/site')} className="underline">
              Site
            </Link>
            .
          </p>
        </Notice>
      )}
      {proposals > 0 && (
        <Notice>
          <p>
            <Link to={href('/admin/posts/proposals')} className="underline">
              {proposals === 1 ? 'A proposal waits' : `${proposals.toLocaleString('en-US')} proposals wait`}{' '}
              for a decision
            </Link>
            .
          </p>
        </Notice>
      )}
      {notices.facts.map((fact) => (
        <p key={fact} className="text-ink-soft">
          {fact}
        </p>
      ))}

      <Counts counts={counts} />

      <Views views={views} />

      {sendings !== null && sendings.length > 0 && <SendingsCard sendings={sendings} />}

      {messages !== null && messages.unread > 0 && <NewMessagesCard {...messages} />}

      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[2fr_1fr]">
        <RecentPosts recent={recent} />
        <QuickActions />
      </div>
      <footer className="text-xs text-ink-soft">{loaderData.version}</footer>
    </div>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

function Counts({ counts }: Pick<Loaded, 'counts'>) {
  return (
    <Figures>
      <Figure
        name="Total Posts"
        value={counts && counts.published + counts.drafts}
        note={
          counts &&
          `${counts.published.toLocaleString('en-US')} published, ${counted(counts.drafts, 'draft')}`
        }
      />
      <Figure name="Categories" value={counts?.categories} />
      <Figure name="Tags" value={counts?.tags} />
      <Figure name="Admin Users" value={counts?.admins} note="Active administrators" />
    </Figures>
  );
}

function Views({ views }: Pick<Loaded, 'views'>) {
  return (
    <section aria-labelledby="views" className="grid gap-3">
      <header className="flex items-center justify-between">
        <h2 id="views" className="font-semibold">
          Views
        </h2>
        {useCan('edit-content') && (
          <Link to={href('/admin/analytics')} className={buttonClass('quiet')}>
            All statistics
          </Link>
        )}
      </header>
      {views === null ? (
        <NoData />
      ) : (
        <Figures>
          <Figure name="Total Views" value={views.total} definition="All counted views of all posts." />
          <CalendarFigures views={views} />
        </Figures>
      )}
    </section>
  );
}

function RecentPosts({ recent }: Pick<Loaded, 'recent'>) {
  return (
    <Card
      title="Recent Posts"
      flush
      actions={
        <Link to={href('/admin/posts')} className={buttonClass('quiet')}>
          View All Posts
        </Link>
      }
    >
      {recent === null ? (
        <NoData />
      ) : recent.length === 0 ? (
        <div className="grid justify-items-center gap-3 px-4 py-10 text-center">
          <p className="text-ink-soft">No posts yet</p>
          <Link to={href('/admin/posts/new')} className={buttonClass('secondary')}>
            Create Post
          </Link>
        </div>
      ) : (
        <ul className="divide-y divide-line">
          {recent.map((post) => (
            <li key={post.id} className="flex items-center justify-between gap-3 px-4 py-2.5">
              <div className="min-w-0">
                <Link
                  to={href('/admin/posts/edit/:id', { id: post.id })}
                  className="line-clamp-1 rounded-sm text-left font-medium wrap-anywhere [unicode-bidi:plaintext] underline-offset-4 hover:underline"
                >
                  {post.title}
                </Link>
                <p className="truncate text-ink-soft">
                  {post.category ?? 'Uncategorized'} · <Day at={post.createdAt} />
                  {post.email !== null && ` · ${post.email.words}`}
                </p>
              </div>
              <PostBadges published={post.published} scheduled={post.scheduled} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function QuickActions() {
  return (
    <Card title="Quick Actions" flush>
      <ul className="p-2">
        {(useCan('edit-content') ? quickActions : quickActions.slice(0, 1)).map(
          ({ to, icon: Icon, name }) => (
            <li key={to}>
              <Link to={to} className={quickActionClass}>
                <Icon className="size-4 text-ink-soft" />
                {name}
              </Link>
            </li>
          ),
        )}
        <li>
          <a href={href('/blog')} target="_blank" rel="noopener" className={quickActionClass}>
            <ExternalLink className="size-4 text-ink-soft" />
            View Public Blog
          </a>
        </li>
      </ul>
    </Card>
  );
}

function NewMessagesCard({ unread, newest }: NonNullable<Loaded['messages']>) {
  return (
    <Card
      title={counted(unread, 'New Message')}
      flush
      actions={
        <Link to={href('/admin/messages')} className={buttonClass('quiet')}>
          View All Messages
        </Link>
      }
    >
      <ul className="divide-y divide-line">
        {newest.map(({ id, name, subject, createdAt }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-3 px-4 py-2">
            <Link
              to={href('/admin/messages/:id', { id })}
              className="line-clamp-1 min-w-0 rounded-sm font-medium wrap-anywhere [unicode-bidi:plaintext] underline-offset-4 hover:underline"
            >
              <bdi>{name}</bdi>: <bdi>{subject}</bdi>
            </Link>
            <span className="text-ink-soft tabular-nums">
              <Moment at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function NoData() {
  return <p className="px-4 py-10 text-center text-ink-soft">No data available</p>;
}

const quickActionClass = 'flex min-h-9 items-center gap-2.5 rounded-md px-2 hover:bg-sunken';

const quickActions = [
  { to: href('/admin/posts/new'), icon: Plus, name: 'Create New Post' },
  { to: href('/admin/categories'), icon: Folder, name: 'Manage Categories' },
  { to: href('/admin/tags'), icon: Tag, name: 'Manage Tags' },
];
