import { ExternalLink, Keyboard } from 'lucide-react';
import { useEffect, useState, type RefObject } from 'react';
import { Link, href } from 'react-router';

import { kinds, pathOf } from '#domain/kinds.ts';
import { listOf } from '#app/routes/admin/frame/sections.ts';
import { Button, IconButton, buttonClass } from '#app/ui/button.tsx';
import { useCan } from '#app/routes/admin/hooks/use-frame.ts';
import { saveLine } from '#app/routes/admin/editing/saving/save-state.ts';
import { useForm } from './use-post-form.ts';
import { PublishingLines } from './publishing-lines.tsx';
import { useStickyTop } from './use-sticky-top.ts';

/** The heading, links to other screens of the post, the state of saving, and the buttons. */
export function FormHeader({
  isPreviewing,
  onPreview,
  onHelp,
}: {
  isPreviewing: boolean;
  onPreview: () => void;
  onHelp: () => void;
}) {
  const { props, kind, heading, text, saving, isBusy, ...form } = useForm();
  const { mode, proposals = 0 } = props;
  const { stored, state } = saving;
  const { title } = text.values;
  const proposes = props.begunOn !== undefined;
  const isPublished = stored?.isPublished === true;
  const hasPendingChanges = (stored?.pendingVersion ?? 0) > 0;
  const about = { ...saving, noun: form.noun, isStored: stored !== null, hasPendingChanges };
  const mayPublish = useCan('edit-content');
  const header = useStickyTop<HTMLElement>();
  // While its field is out of sight, the title stands here.
  const showsTitle = !useInSight(form.title) && title.trim() !== '';
  return (
    // On small screens only the second half is sticky.
    <header
      ref={header}
      className="max-lg:contents lg:sticky lg:top-12 lg:z-15 lg:-mx-6 lg:-mt-5 lg:flex lg:items-center lg:gap-3 lg:border-b lg:border-line lg:bg-paper lg:px-6 lg:py-2.5"
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 max-sm:-mt-3 max-sm:gap-x-1 lg:flex-1">
        <Link to={listOf(kind)} className={buttonClass('quiet', '-ml-3 max-sm:-ml-1.5 max-sm:px-1.5')}>
          Back to {kinds[kind].plural}
        </Link>
        <h1 ref={heading} tabIndex={-1} className="shrink-0 text-base font-semibold tracking-tight">
          {proposes ? 'Propose a Change' : `${mode === 'new' ? 'Create New' : 'Edit'} ${kinds[kind].name}`}
        </h1>
        <p dir="auto" className="mr-auto min-w-0 flex-1 truncate max-lg:invisible">
          {showsTitle && title}
        </p>
        {stored && !proposes && (
          <span className="flex gap-1 max-sm:-mr-1.5 max-sm:gap-0">
            <Link
              to={href('/admin/posts/preview/:id', { id: stored.id })}
              aria-expanded={isPreviewing}
              // The caret stays in the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                onPreview();
              }}
              className={`${quietLink} aria-expanded:bg-signal/8 aria-expanded:text-ink`}
            >
              Preview
            </Link>
            {stored.liveSlug !== null && (
              <Link to={pathOf({ kind, slug: stored.liveSlug })} target="_blank" className={quietLink}>
                <ExternalLink className="sm:hidden" />
                <span className="max-sm:sr-only">View Live</span>
              </Link>
            )}
            {mayPublish && (
              <Link to={href('/admin/posts/edit/:id/revisions', { id: stored.id })} className={quietLink}>
                Revisions
              </Link>
            )}
            {proposals > 0 && (
              <Link to={`${href('/admin/posts/proposals')}?post=${stored.id}`} className={quietLink}>
                Proposals ({proposals})
              </Link>
            )}
          </span>
        )}
        <IconButton
          label="Keyboard shortcuts"
          title="Keyboard shortcuts (?)"
          className="max-sm:hidden"
          onClick={onHelp}
        >
          <Keyboard />
        </IconButton>
      </div>
      <div className="flex items-center gap-3 lg:order-2 max-lg:sticky max-lg:top-12 max-lg:z-15 max-lg:-mx-4 max-lg:-mt-4 max-lg:h-13 max-lg:border-b max-lg:border-line max-lg:bg-paper max-lg:px-4 max-lg:sm:-mx-6 max-lg:sm:px-6">
        <div className="min-w-0 max-lg:flex-1 max-lg:leading-tight">
          {showsTitle && (
            <p dir="auto" className="truncate font-semibold lg:hidden">
              {title}
            </p>
          )}
          <output
            className={`${showsTitle ? 'max-lg:line-clamp-1' : 'max-lg:line-clamp-2'} ${state.kind === 'idle' || state.kind === 'saving' ? 'text-ink-soft' : 'text-danger'}`}
          >
            {saveLine(state, about, form.images)}
          </output>
        </div>
        <div className="flex shrink-0 gap-2">
          <Button
            variant={isPublished || !mayPublish ? 'primary' : 'secondary'}
            disabled={isBusy}
            onClick={form.save}
          >
            {proposes ? 'Review and Send' : mode === 'new' ? 'Save Draft' : 'Save Changes'}
          </Button>
          {mayPublish && (mode === 'new' || !isPublished) && (
            <Button variant="primary" disabled={isBusy} onClick={form.publish}>
              Publish
            </Button>
          )}
        </div>
      </div>
      <PublishingLines />
    </header>
  );
}

const quietLink = buttonClass('quiet', 'max-sm:px-1.5');

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
