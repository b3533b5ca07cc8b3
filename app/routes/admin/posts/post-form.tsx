import { useEffect, useRef, useState } from 'react';
import { Link, useFetcher, useLocation } from 'react-router';

import { Button, buttonClass } from '#app/ui/button.tsx';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toaster.tsx';
import { ContentEditor, type ContentHandle } from './content-editor.tsx';
import { createCreationKeys } from './creation-key.ts';
import { FilingCards, type PostChoices } from './filing-cards.tsx';
import { LeavingDialog } from './leaving-dialog.tsx';
import { afterSave, followedSlug, isSame, postFormData, type PostValues } from './post-values.ts';
import { PublishCard } from './publish-card.tsx';
import { fieldOf, missingTitleSentence, type SaveOutcome } from './save-outcome.ts';
import { useSlugify } from './use-slugify.ts';

type PostFormProps = {
  mode: 'new' | 'edit';
  values: PostValues;
  /** The body as HTML. */
  content: string;
  /** From then on the address is known, so the slug no longer follows the title. */
  wasPublished: boolean;
  /** What the loaded post is at; null for one that is not stored yet. */
  version: number | null;
  choices: PostChoices;
  timeZone: string;
  today: string;
};

/** A save under way: what was sent, so that what is typed meanwhile is not taken for saved. */
type Sent = { atPress: PostValues; values: PostValues; revision: number; focused: Element | null };

/** Writing a post. The form owns everything typed into it; a save, whatever becomes of it, takes nothing away. */
export function PostForm(props: PostFormProps) {
  const { mode, choices, timeZone, today } = props;
  const [values, setValues] = useState(props.values);
  const [saved, setSaved] = useState(props.values);
  const [revision, setRevision] = useState(0);
  const [savedRevision, setSavedRevision] = useState(0);
  const [version, setVersion] = useState(props.version);
  const [problem, setProblem] = useState<SaveOutcome | null>(null);

  const fetcher = useFetcher<SaveOutcome>();
  const sent = useRef<Sent | null>(null);
  const told = useRef<SaveOutcome>(undefined);
  const content = useRef<ContentHandle>(null);
  const title = useRef<HTMLInputElement>(null);
  const [keys] = useState(() => createCreationKeys());
  const showToast = useToast();
  const { pathname } = useLocation();

  const isSaving = fetcher.state !== 'idle';
  const hasUnsavedChanges = !isSame(values, saved) || revision !== savedRevision;
  const isSlugFixed = props.wasPublished || saved.published;

  // The rule may arrive after the first letters.
  const slugify = useSlugify(!isSlugFixed, (rule) =>
    setValues((before) => (before.slug === '' ? { ...before, slug: rule(before.title) } : before)),
  );

  function change(changes: Partial<PostValues>) {
    setValues((before) => ({ ...before, ...changes }));
  }

  function changeTitle(next: string) {
    setValues((before) => ({
      ...before,
      title: next,
      slug:
        slugify && !isSlugFixed
          ? followedSlug(before.slug, { before: before.title, after: next }, slugify)
          : before.slug,
    }));
    if (problem?.kind === 'refused') setProblem(null);
  }

  function save(published: boolean) {
    if (sent.current) return;
    if (values.title.trim() === '') {
      setProblem({ kind: 'refused', sentence: missingTitleSentence });
      showToast({ title: 'Error', text: missingTitleSentence, tone: 'error' });
      title.current?.focus();
      return;
    }
    const wanted = { ...values, published };
    const form = postFormData(wanted, content.current?.html() ?? props.content, {});
    if (mode === 'new') form.append('creationKey', keys.keyFor(form));
    else form.append('version', String(version));
    sent.current = { atPress: values, values: wanted, revision, focused: document.activeElement };
    setProblem(null);
    void fetcher.submit(form, { method: 'post' });
  }

  useEffect(() => {
    if (fetcher.state !== 'idle') return;
    const attempt = sent.current;
    const outcome = fetcher.data;
    sent.current = null;
    if (!attempt || !outcome || told.current === outcome) return;
    told.current = outcome;
    giveFocusBack(attempt.focused);

    if (outcome.kind === 'saved') {
      const { stored } = outcome;
      // oxlint-disable-next-line react/set-state-in-effect -- the answer of the server is an event, told by the fetcher as a change
      setVersion(outcome.version);
      setSaved({ ...attempt.values, ...stored });
      setSavedRevision(attempt.revision);
      setValues((now) => afterSave(now, attempt.atPress, stored));
      showToast({ title: 'Success', text: 'Post updated successfully.' });
      return;
    }
    setProblem(outcome);
    showToast({ title: 'Error', text: toastText(outcome, mode), tone: 'error' });
    if (outcome.kind === 'refused' && fieldOf(outcome.sentence) === 'title') title.current?.focus();
  }, [fetcher.state, fetcher.data, mode, showToast]);

  useSaveKey(() => save(mode === 'new' ? false : values.published));

  return (
    <form noValidate onSubmit={(event) => event.preventDefault()} className="grid gap-4">
      <header className="-mx-4 -mt-5 flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-paper px-4 py-2.5 sm:-mx-6 sm:px-6 lg:sticky lg:top-12 lg:z-10">
        <Link to="/admin/posts" className={buttonClass('quiet', '-ml-3')}>
          Back to Posts
        </Link>
        <h1 className="mr-auto text-base font-semibold tracking-tight">
          {mode === 'new' ? 'Create New Post' : 'Edit Post'}
        </h1>
        <output className="text-ink-soft">
          {stateLine({ isSaving, hasUnsavedChanges, isStored: mode === 'edit' })}
        </output>
        <div className="flex gap-2">
          {mode === 'new' ? (
            <>
              <Button disabled={isSaving} onClick={() => save(false)}>
                Save Draft
              </Button>
              <Button variant="primary" disabled={isSaving} onClick={() => save(true)}>
                Publish
              </Button>
            </>
          ) : (
            <>
              <Button
                variant={saved.published ? 'primary' : 'secondary'}
                disabled={isSaving}
                onClick={() => save(values.published)}
              >
                Save Changes
              </Button>
              {!saved.published && (
                <Button variant="primary" disabled={isSaving} onClick={() => save(true)}>
                  Publish
                </Button>
              )}
            </>
          )}
        </div>
      </header>

      {problem?.kind === 'session-ended' && (
        <Notice>
          <p>
            Your session has ended. Sign in again in a new tab, then save.{' '}
            <a
              href="/admin/login"
              target="_blank"
              rel="noopener"
              className="font-medium underline underline-offset-4"
            >
              Sign in
            </a>
          </p>
        </Notice>
      )}
      {problem?.kind === 'conflict' && (
        <Notice>
          <p>
            {problem.sentence}{' '}
            <a
              href={pathname}
              target="_blank"
              rel="noopener"
              className="font-medium underline underline-offset-4"
            >
              Open the saved post in a new tab
            </a>
          </p>
        </Notice>
      )}

      {/* A new post leaves this screen once it is stored: what was typed after the press would go with it. */}
      <div
        inert={mode === 'new' && isSaving}
        className="grid items-start gap-4 lg:grid-cols-[minmax(0,60rem)_21rem]"
      >
        <div className="grid min-w-0 gap-4">
          <TextField
            ref={title}
            label="Title"
            name="title"
            dir="auto"
            required
            maxLength={300}
            autoComplete="off"
            value={values.title}
            error={errorAt('title', problem)}
            onChange={(event) => changeTitle(event.currentTarget.value)}
          />
          <TextField
            label="Slug"
            name="slug"
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            value={values.slug}
            error={errorAt('slug', problem)}
            hint={
              isSlugFixed
                ? 'This post was published: its earlier address will lead to the new one.'
                : undefined
            }
            onChange={(event) => change({ slug: event.currentTarget.value })}
          />
          <TextArea
            label="Excerpt"
            name="excerpt"
            dir="auto"
            rows={3}
            maxLength={2000}
            value={values.excerpt}
            error={errorAt('excerpt', problem)}
            onChange={(event) => change({ excerpt: event.currentTarget.value })}
          />
          <ContentEditor
            ref={content}
            initialHtml={props.content}
            onChange={() => setRevision((n) => n + 1)}
          />
        </div>
        <div className="grid min-w-0 gap-4">
          <PublishCard values={values} timeZone={timeZone} today={today} onChange={change} />
          <FilingCards values={values} choices={choices} onChange={change} />
        </div>
      </div>
      <LeavingDialog hasUnsavedChanges={hasUnsavedChanges} />
    </form>
  );
}

/** A button that is disabled while it works loses the focus; nobody should have to find their place again. */
function giveFocusBack(focused: Element | null) {
  const isLost = document.activeElement === null || document.activeElement === document.body;
  if (isLost && focused instanceof HTMLElement && focused.isConnected) focused.focus();
}

function stateLine(state: { isSaving: boolean; hasUnsavedChanges: boolean; isStored: boolean }): string {
  if (state.isSaving) return 'Saving…';
  if (state.hasUnsavedChanges) return 'Unsaved changes';
  return state.isStored ? 'Saved' : '';
}

/** What the form itself explains at length is only announced. */
function toastText(outcome: Exclude<SaveOutcome, { kind: 'saved' }>, mode: 'new' | 'edit'): string {
  if (outcome.kind === 'session-ended' && mode === 'new') return 'You must be logged in to create posts.';
  if (outcome.kind === 'session-ended' || outcome.kind === 'conflict') return 'Failed to update post.';
  return outcome.sentence;
}

function errorAt(field: 'title' | 'slug' | 'excerpt', problem: SaveOutcome | null): string | undefined {
  return problem?.kind === 'refused' && fieldOf(problem.sentence) === field ? problem.sentence : undefined;
}

/** Ctrl+S (on a Mac, Cmd+S) saves what the first button saves. */
function useSaveKey(save: () => void) {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 's' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
