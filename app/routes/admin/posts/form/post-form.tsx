import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { href, useNavigate } from 'react-router';

import type { EmailState } from '#domain/post-emails/find-email-states.ts';
import { postFields, type FieldName } from '#domain/posts/post-fields.ts';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { useToast, type Toast } from '#app/ui/toaster.tsx';
import { useLatest } from '#app/ui/use-latest.ts';
import { useAction } from '#app/routes/admin/actions/use-action.ts';
import { findImages, findLinkTargets } from '#app/routes/admin/images/find-choices.ts';
import { uploadBodyImage } from '#app/routes/admin/images/upload-image.ts';
import { BeforePublishing } from '../cards/before-publishing.tsx';
import { ContentEditor } from './content-editor.tsx';
import { PendingChangesNotice } from '../saving/pending-changes-notice.tsx';
import type { EditState, SavedVersion, VersionConflict } from '../state/edit-state.ts';
import { FeaturedImageCard } from '../cards/featured-image-card.tsx';
import { TaxonomyCards } from '../cards/taxonomy-cards.tsx';
import type { PostChoices } from '../state/post-choices.ts';
import { isStale, type JournalEntry } from '../journal/journal-rules.ts';
import { FormHeader } from './form-header.tsx';
import { LeavingDialog } from './leaving-dialog.tsx';
import { ImagesNotice } from './images-notice.tsx';
import { newPostValues, type PostValues } from '../state/post-values.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { EmailLine } from '../email/email-line.tsx';
import { LanguageCard } from '../cards/language-card.tsx';
import { PublishCard } from '../cards/publish-card.tsx';
import { SearchAndSharingCard } from '../cards/search-and-sharing-card.tsx';
import { randomUuid } from '#app/routes/admin/random-uuid.ts';
import { PresenceLine } from '../presence/presence-line.tsx';
import { usePresence } from '../presence/use-presence.ts';
import { RestoreOffer } from '../journal/restore-offer.tsx';
import { DeletedNotice } from '../saving/deleted-notice.tsx';
import { PostConflict } from '../saving/post-conflict.tsx';
import { SaveInterruptions } from '../saving/save-interruptions.tsx';
import { autosave, idle, saveLine, type SaveState } from '../saving/save-state.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { JournalFailingNotice } from '../journal/journal-failing-notice.tsx';
import { useJournal } from '../journal/use-journal.ts';
import { useRestoredFocus } from './use-restored-focus.ts';
import { useWaitForUploads } from './use-wait-for-uploads.ts';
import { useSaveMessages } from '../saving/use-save-messages.ts';
import { postText } from '../saving/post-text.ts';
import { useSaving } from '../saving/use-saving.ts';
import { useStrayDrops } from './use-stray-drops.ts';
import { undoDiscard, undoUnpublish, useFormUndo } from './use-form-undo.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useText } from '../state/use-text.ts';
import { useInputBeforeHydration } from './use-input-before-hydration.ts';
import type { Writer } from '../state/writer.ts';

type PostFormProps = {
  mode: 'new' | 'edit';
  /** What the server has of the post; null before it has anything. */
  stored: EditState | null;
  /** Set when the stored pending changes were begun on a version of the post that has been replaced since. */
  versionConflict: VersionConflict | null;
  values: PostValues;
  /** The body as HTML. */
  content: string;
  writer: Writer;
  choices: PostChoices;
  /** The titles of the featured posts that the home page shows now. */
  onHome: string[];
  /** What became of the emails of the post; null where no post can be emailed. */
  email?: EmailState | null;
  /** Public, of this site: `https://firm.example`. */
  origin: string;
  timeZone: string;
  today: string;
  /** What the server's clock showed when the form was loaded. */
  now: Date;
};

/** The form of a post. It owns everything typed into it: no result of a save removes any of it. */
export function PostForm(props: PostFormProps) {
  const { mode, timeZone, today, writer, versionConflict } = props;
  const [choices, setChoices] = useState(props.choices);
  const [creationKey, setCreationKey] = useState(randomUuid);
  const [isTitleMissing, setIsTitleMissing] = useState(false);
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  const [asksToPublish, setAsksToPublish] = useState(false);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const [fullScreenBar, setFullScreenBar] = useState<HTMLElement | null>(null);
  const [isImageUndescribed, setIsImageUndescribed] = useState(false);
  const title = useRef<HTMLInputElement>(null);
  /** Gets the focus when the button that had it is removed with its notice. */
  const heading = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  const showToast = useToast();
  const showUndo = useFormUndo();
  const noun = props.values.isPage ? 'page' : 'post';
  const showResult = useSaveMessages(mode, timeZone, noun);

  const addChoice = useCallback(
    (list: 'categories' | 'tags', term: { id: string; name: string }) =>
      setChoices((before) => withChoice(before, list, term)),
    [],
  );

  const [isSlugFixed, setIsSlugFixed] = useState(props.stored?.wasPublished ?? false);
  const text = useText(props, isSlugFixed);
  const form = useInputBeforeHydration(text);
  const saving = useSaving({
    text,
    kind: useMemo(
      () => postText(writer.userId, mode === 'new' ? creationKey : null),
      [writer.userId, mode, creationKey],
    ),
    initial: { ...props, state: initialState(versionConflict) },
    staleMessage: `This ${noun} was saved again after that text was typed. No text has been lost.`,
    onResult: (result, request) => {
      const isUnpublishing = stored?.isPublished === true && request.kind === 'submit' && !request.published;
      const unpublished = result.ok ? result.value : null;
      showResult(result, request, isUnpublishing ? (toast) => offerUndo(toast, unpublished) : showToast);
      if (result.ok && result.value?.isPublished === true) setIsSlugFixed(true);
      if (result.ok && result.value && mode === 'new')
        void navigate(`?draft=${result.value.id}`, { replace: true, preventScrollReset: true });
      if (!result.ok && request.kind === 'submit' && 'title' in result.fieldErrors) title.current?.focus();
    },
  });
  const { state, stored, isUnsaved, isSubmitting } = saving;
  const presence = usePresence(stored?.id ?? null, writer.userId, noun);
  const journal = useJournal({
    ...saving,
    userId: writer.userId,
    blank: newPostValues(''),
    text,
    creationKey,
  });
  const discard = useAction<EditState>({
    onDone: (live) => {
      if (live === null) return;
      const discarded = text.now();
      journal.replaceText(live);
      text.replace(live.values, live.content);
      saving.settleOn(live, text.bodyRevision + 1);
      heading.current?.focus();
      const toast = { title: 'Changes discarded', text: 'The form shows the live text again.' };
      showUndo(toast, undoDiscard, () => text.replace(discarded.values, discarded.content));
    },
  });

  const { values, body, editor } = text;
  const isTitled = values.title.trim() !== '';
  const { isPage } = values;
  const address = `${props.origin}${isPage ? '' : href('/blog')}/${text.slug || '…'}`;
  const hasPendingChanges = (stored?.pendingVersion ?? 0) > 0;
  const isAutosaving = isTitled && (state.kind === 'idle' || state.kind === 'saving');

  const images = useWaitForUploads((published) => {
    journal.flush();
    saving.submit(published);
  });
  const isBusy = isSubmitting || images.isAwaited || discard.isBusy;
  const rememberFocus = useRestoredFocus(isBusy, heading);

  /** @returns whether the form can be sent; says so if not */
  function isReady(): boolean {
    if (isBusy || isTitled) return !isBusy;
    setIsTitleMissing(true);
    showToast({ title: 'Error', text: postFields.title.missing, tone: 'error' });
    title.current?.focus();
    return false;
  }

  function submit(published: boolean) {
    if (!isReady()) return;
    rememberFocus();
    images.submit(published);
  }

  const latest = useLatest({ stored, isUnsaved, submit });

  /** Undo makes public what was public, not text typed since. */
  function offerUndo(toast: Toast, unpublished: SavedVersion | null) {
    showUndo(toast, undoUnpublish, () => {
      const now = latest.current;
      const isChanged = now.isUnsaved || unpublished === null || !isAtVersionOf(unpublished, now.stored);
      if (!isChanged) now.submit(true);
      else
        showToast({
          title: 'Not undone',
          text: `The ${noun} was changed since. Publish makes it public again.`,
        });
    });
  }

  /** By the keys: unlike the button of a new post they never lead to the list. */
  function saveAndStay() {
    if (mode === 'edit') save();
    else if (isReady() && isUnsaved) saving.saveNow();
  }

  /** Opens the preview, which shows what is stored, and stores what was typed. */
  function preview() {
    if (!isPreviewing && isUnsaved && isTitled) saving.saveNow();
    setIsPreviewing(!isPreviewing);
  }

  const save = () => submit(mode === 'new' ? false : values.published);
  const publish = () => submit(stored?.isPublished === true ? values.published : true);
  useShortcuts({
    save: saveAndStay,
    publish: () => setAsksToPublish(isReady()),
    help: () => setShowsShortcuts(true),
  });
  useStrayDrops();
  useEffect(() => {
    // Not away from a field in which something was typed before the script came.
    if (mode === 'new' && document.activeElement === document.body) title.current?.focus();
  }, [mode]);

  function restore(entry: JournalEntry<PostValues>) {
    journal.takeOffer();
    text.replace(entry.values, entry.content);
    heading.current?.focus();
    if (mode === 'new' && entry.creationKey !== null) setCreationKey(entry.creationKey);
    const atLoad = props.stored;
    // After a save of this form the stored text is its own, which the journal now offers in turn.
    if (atLoad && isAtVersionOf(atLoad, stored) && isStale(entry, atLoad)) saving.compareWith(atLoad);
  }

  function errorAt(field: FieldName): string | undefined {
    if (field === 'title' && isTitleMissing && !isTitled) return postFields.title.missing;
    return state.kind === 'rejected' ? state.fieldErrors[field] : undefined;
  }

  return (
    <div className="grid gap-4">
      <FormHeader
        mode={mode}
        isPage={isPage}
        heading={heading}
        stored={stored}
        line={saveLine(
          state,
          { noun, isUnsaved, isStored: stored !== null, isTitled, hasPendingChanges },
          images,
        )}
        isCalm={state.kind === 'idle' || state.kind === 'saving'}
        isBusy={isBusy}
        isPreviewing={isPreviewing}
        fullScreenBar={fullScreenBar}
        onPreview={preview}
        onSave={save}
        onPublish={publish}
        onHelp={() => setShowsShortcuts(true)}
      />

      <PresenceLine message={presence} />
      {journal.offer !== null && (
        <RestoreOffer
          entry={journal.offer}
          timeZone={timeZone}
          onRestore={() => journal.offer && restore(journal.offer)}
          onDiscard={() => {
            if (journal.offer === null) return;
            const run = journal.dropOffer(journal.offer);
            heading.current?.focus();
            const toast = { title: 'Text discarded', text: 'The text that was not saved has been deleted.' };
            showToast(toast, { label: undoDiscard, run });
          }}
        />
      )}
      {images.isAwaited && <ImagesNotice underWay={images.underWay} onCancel={images.cancel} />}
      {journal.isFailing && isUnsaved && !isAutosaving && <JournalFailingNotice />}
      {hasPendingChanges && (
        <PendingChangesNotice
          isBusy={isBusy}
          onDiscard={() => void discard.submit({ intent: 'discard-pending-changes' }, { method: 'post' })}
        />
      )}
      <SaveInterruptions
        state={state}
        text={text}
        isConflictUrgent={versionConflict !== null}
        writer={writer}
        deleted={<DeletedNotice text={text} />}
        renderConflict={(theirs, onDismiss) => (
          <PostConflict
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

      <div className={isPreviewing ? 'grid items-start gap-4 xl:grid-cols-2' : ''}>
        {/* A new post leaves this screen once it is stored: text typed during the save would be lost. */}
        <form
          ref={form}
          noValidate
          // A reload shows the stored text, not the one that the browser remembers.
          autoComplete="off"
          onSubmit={(event) => event.preventDefault()}
          inert={mode === 'new' && isSubmitting}
          className={`grid items-start gap-4 ${isPreviewing ? 'lg:max-xl:grid-cols-[minmax(0,60rem)_21rem]' : 'lg:grid-cols-[minmax(0,60rem)_21rem]'}`}
        >
          <div className="grid min-w-0 gap-4">
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
            <TextField
              label="Slug"
              name="slug"
              spellCheck={false}
              value={values.slug}
              error={errorAt('slug')}
              hint={
                <>
                  <span className="block wrap-anywhere">Address: {address}</span>{' '}
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
            <ContentEditor
              key={body.generation}
              ref={editor}
              initialHtml={body.html}
              onChange={text.noteBodyChange}
              onImages={images.setInText}
              onFullScreenBar={setFullScreenBar}
              uploadImage={uploadBodyImage}
              findImages={findImages}
              findTargets={findLinkTargets}
            />
          </div>
          <div className="grid min-w-0 gap-4">
            <PublishCard
              values={values}
              isPublished={stored?.isPublished ?? false}
              onHome={props.onHome}
              timeZone={timeZone}
              today={today}
              loadedAt={props.now}
              onChange={text.change}
            >
              {stored !== null && !isPage && props.email && (
                <EmailLine postId={stored.id} email={props.email} />
              )}
            </PublishCard>
            <FeaturedImageCard
              image={values.featuredImage}
              description={values.imageDescription}
              error={errorAt('imageDescription')}
              onChange={(featuredImage) => text.change({ featuredImage, imageDescription: '' })}
              onDescribe={(imageDescription) => text.change({ imageDescription })}
              onUploads={images.setFeatured}
              onFailure={images.cancel}
              onUndescribed={setIsImageUndescribed}
            />
            {!isPage && (
              <TaxonomyCards
                authorId={values.authorId}
                categoryId={values.categoryId}
                tagIds={values.tagIds}
                choices={choices}
                onChange={text.change}
                onCreated={addChoice}
              />
            )}
            <LanguageCard
              language={values.language}
              detected={props.stored?.detectedLanguage ?? null}
              onChange={text.change}
            />
            <SearchAndSharingCard
              values={values}
              address={address}
              category={choices.categories.find(({ id }) => id === values.categoryId)?.name ?? ''}
              errorAt={errorAt}
              onChange={text.change}
              onUploads={images.setSocial}
              onFailure={images.cancel}
            />
            <BeforePublishing
              values={values}
              isImageUndescribed={isImageUndescribed}
              bodyRevision={text.bodyRevision}
              html={() => text.now().content}
            />
          </div>
        </form>
        {isPreviewing && stored !== null && (
          <PreviewPanel
            postId={stored.id}
            savedState={`${stored.version} ${stored.pendingVersion}`}
            isSaved={!isUnsaved || !isAutosaving}
            onClose={() => setIsPreviewing(false)}
          />
        )}
      </div>
      {asksToPublish && (
        <PublishDialog
          noun={noun}
          isPublished={stored?.isPublished === true}
          onCancel={() => setAsksToPublish(false)}
          onConfirm={() => {
            setAsksToPublish(false);
            publish();
          }}
        />
      )}
      {showsShortcuts && <ShortcutsDialog onDismiss={() => setShowsShortcuts(false)} />}
      <LeavingDialog noun={noun} hasUnsavedChanges={isUnsaved} images={images.underWay + images.failed} />
    </div>
  );
}

type Versions = { version: number | null; pendingVersion: number };

function isAtVersionOf(one: Versions, other: Versions | null): boolean {
  return one.version === other?.version && one.pendingVersion === other.pendingVersion;
}

/** Pending changes of a post that was changed since: the user has to choose before anything is saved. */
function initialState(versionConflict: VersionConflict | null): SaveState<EditState> {
  if (versionConflict === null) return idle;
  return {
    kind: 'conflict',
    request: autosave,
    message: 'The post was changed after these changes were started.',
    theirs: versionConflict.theirs,
  };
}

function withChoice(choices: PostChoices, list: 'categories' | 'tags', term: { id: string; name: string }) {
  const others = choices[list].filter(({ id }) => id !== term.id);
  const sorted = [...others, term].toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  return { ...choices, [list]: sorted };
}
