import { ArrowLeft, ExternalLink, Eye, History, Keyboard, MessagesSquare } from 'lucide-react';
import { useEffect, useState, type RefObject } from 'react';
import { Link, href } from 'react-router';

import { kinds, pathOf } from '#domain/core/kinds.ts';
import { formatLongDateTime } from '#domain/fields/dates.ts';
import { listOf } from '#app/routes/admin/frame/sections.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { ActionMenu } from '#app/routes/admin/actions/action-menu.tsx';
import { useCan } from '#app/routes/admin/hooks/use-frame.ts';
import { saveLine } from '#app/routes/admin/editing/saving/save-state.ts';
import { useForm } from './use-post-form.ts';
import { PublishingLines } from './publishing-lines.tsx';

type Props = {
  isPreviewing: boolean;
  onPreview: () => void;
  onHelp: () => void;
};

/** One row, as high in every state and at every width: what is written below it stands still. */
export function FormHeader({ isPreviewing, onPreview, onHelp }: Props) {
  const { props, kind, heading, text, saving, ...form } = useForm();
  const { stored, state } = saving;
  const { title } = text.values;
  const proposes = props.begunOn !== undefined;
  const hasPendingChanges = (stored?.pendingVersion ?? 0) > 0;
  const about = { ...saving, noun: form.noun, isStored: stored !== null, hasPendingChanges };
  const line = saveLine(state, about, form.images);
  // While its field is out of sight, the title stands here.
  const showsTitle = !useInSight(form.title) && title.trim() !== '';
  return (
    <header
      data-form-bar
      className="sticky top-12 z-15 -mx-4 -mt-5 flex h-12 items-center gap-1 border-b border-line bg-paper px-4 sm:-mx-6 sm:gap-3 sm:px-6"
    >
      <Link to={listOf(kind)} className={buttonClass('quiet', '-ml-3 shrink-0 max-xl:px-1.5')}>
        <ArrowLeft className="xl:hidden" />
        <span className="max-xl:sr-only">Back to {kinds[kind].plural}</span>
      </Link>
      <h1
        ref={heading}
        tabIndex={-1}
        className="shrink-0 text-base font-semibold tracking-tight max-lg:sr-only"
      >
        {proposes
          ? 'Propose a Change'
          : `${props.mode === 'new' ? 'Create New' : 'Edit'} ${kinds[kind].name}`}
      </h1>
      <div className="min-w-0 flex-1 leading-tight lg:flex lg:items-center lg:gap-3">
        <div className="min-w-0 flex-1">
          {showsTitle && (
            <p dir="auto" className="truncate max-lg:font-semibold">
              {title}
            </p>
          )}
        </div>
        <output
          title={line}
          className={`max-w-64 lg:text-end ${showsTitle ? 'line-clamp-1 lg:line-clamp-2' : 'line-clamp-2'} ${state.kind === 'idle' || state.kind === 'saving' ? 'text-ink-soft' : 'text-danger'}`}
        >
          {line}
        </output>
      </div>
      {stored && !proposes && <PreviewLink id={stored.id} isOpen={isPreviewing} onOpen={onPreview} />}
      <MoreMenu onHelp={onHelp} />
      <SaveButtons />
    </header>
  );
}

function PreviewLink({ id, isOpen, onOpen }: { id: string; isOpen: boolean; onOpen: () => void }) {
  return (
    <Link
      to={href('/admin/posts/preview/:id', { id })}
      aria-expanded={isOpen}
      // The caret stays in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onOpen();
      }}
      className={buttonClass('quiet', 'max-sm:px-1.5 aria-expanded:bg-sunken aria-expanded:text-ink')}
    >
      <Eye className="sm:hidden" />
      <span className="max-sm:sr-only">Preview</span>
    </Link>
  );
}

function MoreMenu({ onHelp }: { onHelp: () => void }) {
  const { props, kind, saving } = useForm();
  const { proposals = 0 } = props;
  const mayPublish = useCan('edit-content');
  const stored = props.begunOn === undefined ? saving.stored : null;
  const entries = [
    stored &&
      mayPublish && {
        name: 'Revisions',
        icon: History,
        to: href('/admin/posts/edit/:id/revisions', { id: stored.id }),
      },
    stored &&
      stored.liveSlug !== null && {
        name: 'View Live',
        icon: ExternalLink,
        to: pathOf({ kind, slug: stored.liveSlug }),
        target: '_blank',
      },
    stored &&
      proposals > 0 && {
        name: `Proposals (${proposals})`,
        icon: MessagesSquare,
        to: `${href('/admin/posts/proposals')}?post=${stored.id}`,
      },
    { name: 'Keyboard shortcuts', icon: Keyboard, run: onHelp },
  ];
  return <ActionMenu entries={entries} />;
}

/** The buttons; while the pointer or the focus is on one, what they will do. */
function SaveButtons() {
  const { props, saving, outcome, isBusy, save, publish } = useForm();
  const { mode, begunOn, timeZone } = props;
  const mayPublish = useCan('edit-content');
  const isPublished = saving.stored?.isPublished === true;
  const [isExplained, setIsExplained] = useState(false);
  const explain = () => setIsExplained(true);
  const hide = () => setIsExplained(false);
  const { publicAt } = outcome;
  return (
    <div className="relative grid shrink-0 justify-items-end">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the buttons in it take the keys */}
      <div
        className="flex gap-1.5 sm:gap-2"
        onMouseEnter={explain}
        onMouseLeave={hide}
        onFocus={({ target }) => target.matches(':focus-visible') && explain()}
        onBlur={hide}
        onPointerDown={hide}
      >
        <Button
          variant={isPublished || !mayPublish ? 'primary' : 'secondary'}
          disabled={isBusy}
          onClick={save}
          className={buttonSize(publicAt)}
        >
          {begunOn === undefined ? (mode === 'new' ? 'Save Draft' : 'Save Changes') : 'Review and Send'}
        </Button>
        {mayPublish && (mode === 'new' || !isPublished) && (
          <Button variant="primary" disabled={isBusy} onClick={publish} className={buttonSize(publicAt)}>
            Publish
          </Button>
        )}
      </div>
      {publicAt !== null && (
        <p className="text-[11px] leading-3.5 whitespace-nowrap text-ink-soft max-sm:hidden">
          Public {formatLongDateTime(publicAt, timeZone)}
        </p>
      )}
      {isExplained && (
        <div className="pointer-events-none absolute end-0 top-[calc(100%+0.75rem)] w-80 max-w-[calc(100vw-2rem)] rounded-md border border-line-strong bg-surface p-3 shadow-lg">
          <PublishingLines />
        </div>
      )}
    </div>
  );
}

const buttonSize = (publicAt: Date | null) =>
  `max-sm:px-2 ${publicAt === null ? '' : 'sm:min-h-7! sm:py-0!'}`;

/** True if a field is below the bars at the top of the page. */
function useInSight(field: RefObject<HTMLElement | null>): boolean {
  const [isInSight, setIsInSight] = useState(true);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => setIsInSight(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '-104px 0px 0px' },
    );
    if (field.current) observer.observe(field.current);
    return () => observer.disconnect();
  }, [field]);
  return isInSight;
}
