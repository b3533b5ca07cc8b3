import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useState } from 'react';

import { kinds, pathOf } from '#domain/kinds.ts';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { Button } from '#app/ui/button.tsx';
import { CaseStudyCard } from '../cards/case-study-card.tsx';
import { FeaturedImageCard } from '../cards/featured-image-card.tsx';
import { LanguageCard } from '../cards/language-card.tsx';
import { PublishCard } from '../cards/publish-card.tsx';
import { SearchAndSharingCard } from '../cards/search-and-sharing-card.tsx';
import { TaxonomyCards } from '../cards/taxonomy-cards.tsx';
import { EmailChoice } from '../email/email-choice.tsx';
import { useEmailPlan, type EmailPlan } from '../email/use-email-plan.ts';
import { useNow } from '#app/routes/admin/hooks/use-now.ts';
import { outcomeLine } from '../state/post-values.ts';
import { PublishingLines, useReview } from './publishing-lines.tsx';
import { JournalNotices } from '#app/routes/admin/editing/journal/journal-notices.tsx';
import { PresenceLine } from '#app/routes/admin/editing/presence/presence-line.tsx';
import { DeletedNotice } from '../saving/deleted-notice.tsx';
import { ConflictDialog } from '../saving/conflict-dialog.tsx';
import { SaveInterruptions } from '#app/routes/admin/editing/saving/save-interruptions.tsx';
import { saveLine } from '#app/routes/admin/editing/saving/save-state.ts';
import type { PostChoices } from '#domain/posts/get-post-form-choices.ts';
import { ContentEditor } from './content-editor.tsx';
import { FormHeader } from './form-header.tsx';
import { LeavingDialog } from '#app/routes/admin/editing/leaving-dialog.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useChoices, usePostForm, type PostFormProps, type PostFormState } from './use-post-form.ts';
import { useCan } from '#app/routes/admin/hooks/use-frame.ts';
import { useShortcuts } from '#app/routes/admin/editing/use-shortcuts.ts';
import { useStrayDrops } from './use-stray-drops.ts';

/** The form of a post. It owns everything typed into it: no result of a save removes any of it. */
export function PostForm(props: PostFormProps) {
  const { mode } = props;
  const form = usePostForm(props);
  const { saving, images, noun, isReady, title } = form;
  const { state, stored, isUnsaved, isComplete } = saving;
  const { choices, addChoice } = useChoices(props.choices);
  const [dialog, setDialog] = useState<'shortcuts' | 'publish' | null>(null);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const { lines, missing, plan, setIsImageUndescribed } = useOutcome(form, props);
  const closeDialog = () => setDialog(null);
  const showShortcuts = () => setDialog('shortcuts');
  const mayPublish = useCan('edit-content');
  const askToPublish = () => setDialog(mayPublish && isReady() ? 'publish' : null);
  useShortcuts({ save: form.saveAndStay, publish: askToPublish, help: showShortcuts });
  useStrayDrops();
  useFirstFocus(mode, title);

  /** Opens the preview, which shows what is stored, and stores what was typed. */
  function preview() {
    if (!isPreviewing && isUnsaved && isComplete) saving.saveNow();
    setIsPreviewing(!isPreviewing);
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <FormHeader
        mode={mode}
        kind={form.kind}
        proposes={props.begunOn !== undefined}
        proposals={props.proposals ?? 0}
        heading={form.heading}
        titleField={title}
        title={form.text.values.title}
        stored={stored}
        line={lineOf(form)}
        isCalm={state.kind === 'idle' || state.kind === 'saving'}
        isBusy={form.isBusy}
        isPreviewing={isPreviewing}
        onPreview={preview}
        onSave={form.save}
        onPublish={form.publish}
        onHelp={showShortcuts}
      >
        <PublishingLines lines={mayPublish ? lines : [contributorLine(props)]} missing={missing} />
      </FormHeader>
      <FormNotices form={form} props={props} choices={choices} />
      <div className={isPreviewing ? 'grid items-start gap-4 xl:grid-cols-2' : ''}>
        {/* A new post leaves this screen once it is stored: text typed during the save would be lost. */}
        <form
          noValidate
          // A reload shows the stored text, not the one that the browser remembers.
          autoComplete="off"
          onSubmit={(event) => event.preventDefault()}
          inert={mode === 'new' && saving.isSubmitting}
          className={`grid items-start gap-4 ${isPreviewing ? 'lg:max-xl:grid-cols-[minmax(0,60rem)_21rem]' : 'lg:grid-cols-[minmax(0,60rem)_21rem]'}`}
        >
          <TextFields form={form} props={props} />
          <SideCards
            form={form}
            props={props}
            choices={choices}
            plan={plan}
            onCreated={addChoice}
            onUndescribed={setIsImageUndescribed}
          />
        </form>
        {isPreviewing && stored !== null && (
          <PreviewPanel
            postId={stored.id}
            savedState={`${stored.version} ${stored.pendingVersion}`}
            isSaved={!isUnsaved || !form.isAutosaving}
            onClose={() => setIsPreviewing(false)}
          />
        )}
      </div>
      {dialog === 'publish' && (
        <PublishDialog
          noun={noun}
          isPublished={stored?.isPublished === true}
          lines={lines}
          onCancel={closeDialog}
          onConfirm={() => {
            closeDialog();
            form.publish();
          }}
        />
      )}
      {dialog === 'shortcuts' && <ShortcutsDialog onDismiss={closeDialog} />}
      <LeavingDialog noun={noun} hasUnsavedChanges={isUnsaved} images={images.underWay + images.failed} />
    </div>
  );
}

/** What becomes of the text of a writer who may not publish. */
function contributorLine({ begunOn }: PostFormProps): string {
  return begunOn === undefined
    ? 'Draft. An editor publishes it.'
    : 'An editor decides on what you send. Visitors see no change before that.';
}

/** A new post begins in its title; not away from a field in which something was typed before the script came. */
function useFirstFocus(mode: PostFormProps['mode'], title: PostFormState['title']) {
  useEffect(() => {
    if (mode === 'new' && document.activeElement === document.body) title.current?.focus();
  }, [mode, title]);
}

/** What the buttons will do and what is missing. */
function useOutcome({ text, kind, saving: { stored } }: PostFormState, props: PostFormProps) {
  const { mode, timeZone, email } = props;
  const [isImageUndescribed, setIsImageUndescribed] = useState(false);
  const missing = useReview(
    { ...text.values, isImageUndescribed },
    text.bodyRevision,
    () => text.now().content,
  );
  const canBeEmailed = stored !== null && kinds[kind].isEmailed && Boolean(email);
  const plan = useEmailPlan(canBeEmailed ? { id: stored.id, isPublic: stored.liveSlug !== null } : null);
  const now = new Date(useNow(props.now));
  const isPublished = stored?.isPublished === true;
  const line = outcomeLine(text.values, { mode, isPublished }, timeZone, now);
  return { lines: plan === null ? [line] : [line, plan.line], missing, plan, setIsImageUndescribed };
}

type PartProps = { form: PostFormState; props: PostFormProps };

function lineOf({ noun, saving, images }: PostFormState): string {
  const { state, stored, isUnsaved, isComplete } = saving;
  const hasPendingChanges = (stored?.pendingVersion ?? 0) > 0;
  const about = { noun, isUnsaved, isStored: stored !== null, isComplete, hasPendingChanges };
  return saveLine(state, about, images);
}

function addressOf({ origin, values }: PostFormProps, slug: string): string {
  return origin + pathOf({ kind: values.kind, slug: slug || '…' });
}

/** What is said between the header and the fields: about text that is not saved, and what a save needs. */
function FormNotices({ form, props, choices }: PartProps & { choices: PostChoices }) {
  const { journal, images, saving, text, discard, heading } = form;
  const { timeZone, writer, versionConflict } = props;
  return (
    <>
      <PresenceLine message={form.presence} />
      <JournalNotices
        journal={journal}
        saving={saving}
        timeZone={timeZone}
        heading={heading}
        onRestore={form.restore}
      />
      {images.isAwaited && (
        <section aria-label="Uploads under way" className={noticeClass}>
          <p role="status" className="min-w-0 flex-1 basis-60">
            {images.underWay === 1 ? 'An image is' : `${images.underWay} images are`} still being uploaded.
            The post is saved as soon as {images.underWay === 1 ? 'it is' : 'they are'} there.
          </p>
          <Button onClick={images.cancel}>Cancel saving</Button>
        </section>
      )}
      {(saving.stored?.pendingVersion ?? 0) > 0 && (
        <section aria-label="Pending changes" className={noticeClass}>
          <p className="min-w-0 flex-1 basis-60">
            These changes are not live yet. Visitors see the post as it was last saved, until you press Save
            Changes.
          </p>
          <Button pending={form.isBusy} onClick={discard.run}>
            Discard changes
          </Button>
        </section>
      )}
      <SaveInterruptions
        state={saving.state}
        text={text}
        isConflictUrgent={versionConflict !== null}
        writer={writer}
        deleted={<DeletedNotice text={text} />}
        renderConflict={(theirs, onDismiss) => (
          <ConflictDialog
            saved={saving.saved}
            theirs={theirs}
            text={text}
            versionConflict={versionConflict}
            choices={choices}
            timeZone={timeZone}
            onResolved={saving.continueFrom}
            onDismiss={onDismiss}
          />
        )}
        onSignedIn={saving.signedIn}
      />
    </>
  );
}

const noticeClass =
  'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line-strong bg-sunken px-3 py-2';

/** Title, slug, excerpt and body. */
function TextFields({ form: { text, title, noun, images, isSlugFixed, errorAt }, props }: PartProps) {
  const { values, body, editor } = text;
  const details = useId();
  const [isOpen, setIsOpen] = useState(false);
  const showsDetails = isOpen || errorAt('slug') !== undefined || errorAt('excerpt') !== undefined;
  return (
    <div className="relative grid min-w-0 gap-4">
      <button
        type="button"
        aria-expanded={showsDetails}
        aria-controls={details}
        onClick={() => setIsOpen(!showsDetails)}
        className="absolute end-0 -top-2 inline-flex min-h-9 items-center gap-1 text-ink-soft sm:hidden"
      >
        Slug and excerpt
        <ChevronDown className={`size-4 ${showsDetails ? 'rotate-180' : ''}`} />
      </button>
      <TextField
        ref={title}
        label="Title"
        name="title"
        dir="auto"
        required
        value={values.title}
        error={errorAt('title')}
        onChange={(event) => text.changeTitle(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          editor.current?.focus();
        }}
      />
      <div id={details} className={`grid gap-4 ${showsDetails ? '' : 'max-sm:hidden'}`}>
        <TextField
          label="Slug"
          name="slug"
          spellCheck={false}
          value={values.slug}
          error={errorAt('slug')}
          hint={
            <>
              <span className="block wrap-anywhere">Address: {addressOf(props, text.slug)}</span>{' '}
              {isSlugFixed && `This ${noun} was published: its earlier address will lead to the new one.`}
            </>
          }
          onChange={(event) => text.change({ slug: event.currentTarget.value })}
        />
        <TextArea
          label="Excerpt"
          name="excerpt"
          dir="auto"
          rows={3}
          value={values.excerpt}
          error={errorAt('excerpt')}
          onChange={(event) => text.change({ excerpt: event.currentTarget.value })}
        />
      </div>
      <ContentEditor
        key={body.generation}
        ref={editor}
        initialHtml={body.html}
        onChange={text.noteBodyChange}
        onImages={images.setInText}
      />
    </div>
  );
}

function SideCards({
  form: { text, saving, images, kind, errorAt },
  props,
  choices,
  plan,
  onCreated,
  onUndescribed,
}: PartProps & {
  choices: PostChoices;
  plan: EmailPlan | null;
  /** Called with whether the featured image has no alt text. */
  onUndescribed: (isUndescribed: boolean) => void;
} & Pick<Parameters<typeof TaxonomyCards>[0], 'onCreated'>) {
  const { stored } = saving;
  const { values } = text;
  const mayPublish = useCan('edit-content');
  return (
    <div className="grid min-w-0 gap-4">
      {mayPublish && (
        <PublishCard
          values={values}
          isPublished={stored?.isPublished ?? false}
          onHome={props.onHome}
          timeZone={props.timeZone}
          today={props.today}
          loadedAt={props.now}
          timeError={errorAt('publishTime')}
          onChange={text.change}
        >
          {stored !== null && kinds[kind].isEmailed && props.email && (
            <EmailChoice postId={stored.id} email={props.email} plan={plan} />
          )}
        </PublishCard>
      )}
      <FeaturedImageCard
        image={values.featuredImage}
        description={values.imageDescription}
        error={errorAt('imageDescription')}
        onChange={(featuredImage) => text.change({ featuredImage, imageDescription: '' })}
        onDescribe={(imageDescription) => text.change({ imageDescription })}
        onUploads={images.setFeatured}
        onFailure={images.cancel}
        onUndescribed={onUndescribed}
      />
      {kind === 'case_study' && (
        <CaseStudyCard
          values={values}
          errorAt={errorAt}
          onChange={text.change}
          onUploads={images.setLogo}
          onFailure={images.cancel}
        />
      )}
      {kinds[kind].hasTags && (
        <TaxonomyCards
          hasCategory={kinds[kind].isInBlog}
          choosesAuthor={mayPublish}
          authorId={values.authorId}
          publicAuthorId={values.publicAuthorId}
          publicAuthorError={errorAt('publicAuthorId')}
          categoryId={values.categoryId}
          tagIds={values.tagIds}
          choices={choices}
          onChange={text.change}
          onCreated={onCreated}
        />
      )}
      <LanguageCard
        language={values.language}
        detected={props.stored?.detectedLanguage ?? null}
        onChange={text.change}
      />
      <SearchAndSharingCard
        values={values}
        address={addressOf(props, text.slug)}
        category={
          values.client || (choices.categories.find(({ id }) => id === values.categoryId)?.name ?? '')
        }
        errorAt={errorAt}
        onChange={text.change}
        onUploads={images.setSocial}
        onFailure={images.cancel}
      />
    </div>
  );
}
