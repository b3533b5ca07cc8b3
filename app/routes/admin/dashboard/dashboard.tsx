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
import { Count } from '../analytics/count.tsx';
import { Figure, Figures } from '../analytics/figure.tsx';
import { counted } from '#domain/fields/counted.ts';
import { ageOf } from '../dates.ts';
import { Day } from '../hooks/dates.tsx';
import { ActionButton } from '../actions/action-button.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { FirstStepsCard } from './first-steps-card.tsx';
import { useCan, useWaitingProposals } from '../hooks/use-frame.ts';
import { ProposalBadge } from '../proposals/list.tsx';
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
  const warnings = notices.warnings.filter(({ needsContent }) => !needsContent || figures.hasContent);
  const now = domain.now();
  const seesNotices = domain.actor !== null && can(domain.actor, 'view-operator-notices');
  return data(
    {
      ...figures,
      leads: figures.messages && {
        unread: figures.messages.unread,
        newest: figures.messages.newest.map(({ createdAt, ...lead }) => ({
          ...lead,
          age: ageOf(createdAt, now),
        })),
      },
      version: productVersion,
      diskMessage,
      notices: seesNotices ? { ...notices, warnings } : { warnings: [], facts: [], clock: null },
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
  const { counts, views, recent, proposals, sendings, leads, notices, examples, firstSteps } = loaderData;
  const waiting = useWaitingProposals();
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
        <Notice tone="warn" title="Disk space">
          <p>{loaderData.diskMessage} Remove what is not needed from it, or make it larger.</p>
        </Notice>
      )}
      {loaderData.stuckEmail !== null && (
        <Notice tone="warn" title="Email">
          {loaderData.stuckEmail}
        </Notice>
      )}
      {notices.clock !== null && (
        <Notice tone="warn" title="Clock">
          <p>{notices.clock}</p>
          <ActionButton variant="secondary" fields={{ intent: 'accept-clock' }}>
            This time is right
          </ActionButton>
        </Notice>
      )}
      {notices.warnings.map(({ text, details }) => (
        <Notice key={text} tone="warn">
          {text}
          <Details text={details} />
        </Notice>
      ))}
      {leads !== null && leads.unread > 0 && <NewLeadsCard {...leads} />}
      {firstSteps !== null && (
        <FirstStepsCard firstSteps={firstSteps}>
          <ExampleText pages={examples} />
        </FirstStepsCard>
      )}
      {firstSteps === null && examples !== null && examples.length > 0 && (
        <Notice tone="neutral">
          <ExampleText pages={examples} />
        </Notice>
      )}
      {waiting > 0 && (
        <Notice tone="neutral">
          <Link to={href('/admin/posts/proposals')} className="underline">
            {waiting === 1 ? 'A proposal waits' : `${waiting.toLocaleString('en-US')} proposals wait`} for a
            decision
          </Link>
        </Notice>
      )}
      {notices.facts.map((fact) => (
        <p key={fact} className="text-ink-soft">
          {fact}
        </p>
      ))}

      <Counts counts={counts} views={views} />

      {sendings !== null && sendings.length > 0 && <SendingsCard sendings={sendings} />}

      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[2fr_1fr]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <RecentPosts recent={recent} />
          {proposals !== null && proposals.length > 0 && <OwnProposals proposals={proposals} />}
        </div>
        <QuickActions />
      </div>
      <footer className="text-xs text-ink-soft">{loaderData.version}</footer>
    </div>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

/** The pages that the owner has neither edited nor taken as they are. */
function ExampleText({ pages }: { pages: Loaded['examples'] }) {
  if (pages === null || pages.length === 0) return null;
  return (
    <p>
      Visitors see example text on these pages: {pages.join(', ')}. Edit it or publish it as it is in{' '}
      <Link to={href('/admin/site')} className="underline">
        Site
      </Link>
      .
    </p>
  );
}

function Counts({ counts, views }: Pick<Loaded, 'counts' | 'views'>) {
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
      <Figure
        name="Total Views"
        value={views?.total}
        note={views && <Count value={views.today} words="today" />}
        definition="All counted views of all posts."
      />
    </Figures>
  );
}

function RecentPosts({ recent }: Pick<Loaded, 'recent'>) {
  const decides = useCan('edit-content');
  return (
    <Card
      title={decides ? 'Recent Posts' : 'Your drafts'}
      flush
      actions={
        <Link to={href('/admin/posts')} className={buttonClass('quiet', '-mr-3')}>
          View All Posts
        </Link>
      }
    >
      {recent === null ? (
        <NoData />
      ) : recent.length === 0 ? (
        <div className="grid justify-items-center gap-3 px-4 py-10 text-center">
          <p className="text-ink-soft">{decides ? 'No posts yet' : 'No drafts yet'}</p>
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

function NewLeadsCard({ unread, newest }: NonNullable<Loaded['leads']>) {
  return (
    <Card
      title={counted(unread, 'New Message')}
      flush
      actions={
        <Link to={href('/admin/messages')} className={buttonClass('quiet', '-mr-3')}>
          View All Messages
        </Link>
      }
    >
      <ul className="divide-y divide-line">
        {newest.map(({ id, name, subject, age }) => (
          <li key={id}>
            <Link
              to={href('/admin/messages/:id', { id })}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-4 py-2.5 hover:bg-sunken sm:grid-cols-[12rem_minmax(0,1fr)_auto]"
            >
              <bdi className="truncate font-semibold">{name}</bdi>
              <bdi className="truncate max-sm:order-3 max-sm:col-span-2">{subject}</bdi>
              <span className="text-ink-soft">{age}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function OwnProposals({ proposals }: { proposals: NonNullable<Loaded['proposals']> }) {
  return (
    <Card title="Your proposals" flush>
      <ul className="divide-y divide-line">
        {proposals.map(({ id, title, state }) => (
          <li key={id} className="flex items-center justify-between gap-3 px-4 py-2.5">
            <Link
              to={href('/admin/posts/proposals/:id', { id })}
              className="line-clamp-1 font-medium wrap-anywhere [unicode-bidi:plaintext] underline-offset-4 hover:underline"
            >
              {title}
            </Link>
            <ProposalBadge state={state} />
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
