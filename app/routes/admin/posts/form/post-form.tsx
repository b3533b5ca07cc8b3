import { ChevronDown } from 'lucide-react';
import { Suspense, lazy, useEffect, useId, useState, type ComponentType } from 'react';

import { kinds } from '#domain/core/kinds.ts';
import { Card } from '#app/ui/card.tsx';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { OwnFieldsCard } from './own-fields-card.tsx';
import { FeaturedImageCard } from './featured-image-card.tsx';
import { LanguageCard } from './language-card.tsx';
import { PublishCard } from './publish-card.tsx';
import { SearchAndSharingCard } from './search-and-sharing-card.tsx';
import { TaxonomyCards } from './taxonomy-cards.tsx';
import { JournalNotices } from '#app/routes/admin/editing/journal/journal-notices.tsx';
import { PresenceLine } from '#app/routes/admin/editing/presence/presence-line.tsx';
import { DeletedNotice } from './deleted-notice.tsx';
import { SaveInterruptions } from '#app/routes/admin/editing/saving/save-interruptions.tsx';
import { ContentEditor } from './content-editor.tsx';
import { FormHeader } from './form-header.tsx';
import { LeavingDialog } from '#app/routes/admin/editing/leaving-dialog.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { PublishingLines } from './publishing-lines.tsx';
import { FormContext, useForm, usePostForm, type PostFormProps } from './use-post-form.ts';
import { useCan } from '#app/routes/admin/hooks/use-frame.ts';
import { useShortcuts } from '#app/routes/admin/editing/use-shortcuts.ts';
import { useStrayDrops } from './use-stray-drops.ts';

/** The scripts of dialogs that few forms show are loaded when they are shown. */
const ConflictDialog = loadedLater(
  async () => (await import('../saving/conflict-dialog.tsx')).ConflictDialog,
  'Another user saved this post',
  'The two texts could not be compared. Yours is kept in this browser: load the page again to go on.',
);
const ShortcutsDialog = loadedLater(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
  'Keyboard shortcuts',
  'The list could not be loaded. Please try again.',
);

/** @param title and `text` are shown where there is no connection */
function loadedLater<Props extends { onDismiss: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  title: string,
  text: string,
) {
  const NotLoaded = ({ onDismiss }: Props) => (
    <Dialog title={title} onDismiss={onDismiss} actions={<Button onClick={onDismiss}>Cancel</Button>}>
      <p>{text}</p>
    </Dialog>
  );
  return lazy(async () => ({ default: await load().catch(() => NotLoaded) }));
}

/** The form of a post. It owns everything typed into it: no result of a save removes any of it. */
export function PostForm(props: PostFormProps) {
  const { mode } = props;
  const form = usePostForm(props);
  const { saving, images, noun, isReady, title } = form;
  const { stored, isUnsaved } = saving;
  const [dialog, setDialog] = useState<'shortcuts' | 'publish' | null>(null);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const closeDialog = () => setDialog(null);
  const showShortcuts = () => setDialog('shortcuts');
  const mayPublish = useCan('edit-content');
  const askToPublish = () => setDialog(mayPublish && isReady() ? 'publish' : null);
  useShortcuts({ save: form.saveAndStay, publish: askToPublish, help: showShortcuts });
  useStrayDrops();

  // A new post begins in its title; not away from a field in which something was typed before the script came.
  useEffect(() => {
    if (mode === 'new' && document.activeElement === document.body) title.current?.focus();
  }, [mode, title]);

  /** Opens the preview, which shows what is stored, and stores what was typed. */
  function preview() {
    if (!isPreviewing && isUnsaved && saving.isComplete) saving.saveNow();
    setIsPreviewing(!isPreviewing);
  }

  return (
    <FormContext value={form}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <FormHeader isPreviewing={isPreviewing} onPreview={preview} onHelp={showShortcuts} />
        <JournalNotices
          journal={form.journal}
          saving={saving}
          timeZone={props.timeZone}
          heading={form.heading}
          onRestore={form.restore}
        />
        <div className={isPreviewing ? 'grid items-start gap-4 xl:grid-cols-2' : ''}>
          <div className={`grid items-start gap-x-4 ${stacked} ${isPreviewing ? besidePreview : beside}`}>
            <StateNotices />
            {/* A new post leaves this screen once it is stored: text typed during the save would be lost. */}
            <form
              noValidate
              // A reload shows the stored text, not the one that the browser remembers.
              autoComplete="off"
              onSubmit={(event) => event.preventDefault()}
              inert={mode === 'new' && saving.isSubmitting}
              className="contents"
            >
              <TextFields />
              <div className="grid min-w-0 gap-4 [grid-area:side]">
                {mayPublish ? (
                  <PublishCard />
                ) : (
                  <Card title="Before publishing">
                    <PublishingLines />
                  </Card>
                )}
                <FeaturedImageCard />
                {kinds[form.kind].hasTags && <TaxonomyCards />}
                <LanguageCard />
                <SearchAndSharingCard />
              </div>
            </form>
          </div>
          {isPreviewing && stored !== null && (
            <PreviewPanel stored={stored} onClose={() => setIsPreviewing(false)} />
          )}
        </div>
        {dialog === 'publish' && <PublishDialog onClose={closeDialog} />}
        <Suspense fallback={null}>
          {dialog === 'shortcuts' && <ShortcutsDialog onDismiss={closeDialog} />}
        </Suspense>
        <LeavingDialog noun={noun} hasUnsavedChanges={isUnsaved} images={images.underWay + images.failed} />
      </div>
    </FormContext>
  );
}

/** Where there is no room for two columns, one: the text begins at the top in both, whatever else is said. */
const stacked = "grid-cols-[minmax(0,1fr)] [grid-template-areas:'text'_'notices'_'side'] [--stack:1rem]";
const beside =
  "lg:[grid-template:'text_notices'_auto_'text_side'_1fr/minmax(0,60rem)_21rem] lg:[--stack:0rem]";
const besidePreview =
  "lg:max-xl:[grid-template:'text_notices'_auto_'text_side'_1fr/minmax(0,60rem)_21rem] lg:max-xl:[--stack:0rem]";

/** The messages that come while the text is written: never above it. */
function StateNotices() {
  const { images, saving, text, discard, choices, props, ...form } = useForm();
  const { timeZone, writer, versionConflict, begunOn } = props;
  return (
    <div className="min-w-0 pt-[var(--stack)] [grid-area:notices] *:mb-4">
      <PresenceLine id={begunOn === undefined ? (saving.stored?.id ?? null) : null} noun={form.noun} />
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
          <Button
            pending={form.isBusy}
            onClick={() => void discard.submit({ intent: 'discard-pending-changes' }, { method: 'post' })}
          >
            Discard changes
          </Button>
        </section>
      )}
      <SaveInterruptions
        state={saving.state}
        text={text}
        isConflictUrgent={versionConflict !== null}
        writer={writer}
        deleted={<DeletedNotice />}
        renderConflict={(theirs, onDismiss) => (
          <Suspense fallback={null}>
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
          </Suspense>
        )}
        onSignedIn={saving.signedIn}
      />
    </div>
  );
}

const noticeClass =
  'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line-strong bg-sunken px-3 py-2';

function TextFields() {
  const { text, title, images, control, errorAt } = useForm();
  const { body, editor } = text;
  const details = useId();
  const [isOpen, setIsOpen] = useState(false);
  const showsDetails = isOpen || errorAt('slug') !== undefined || errorAt('excerpt') !== undefined;
  return (
    <div className="grid min-w-0 gap-2.5 [grid-area:text]">
      <TextArea
        ref={title}
        {...control('title')}
        hiddenLabel
        isQuiet
        placeholder="Title"
        rows={1}
        required
        onChange={(event) => text.changeTitle(event.currentTarget.value.replaceAll(/\s*\n\s*/g, ' '))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          editor.current?.focus();
        }}
        className="field-sizing-content resize-none text-[1.75rem]! leading-tight font-semibold tracking-tight placeholder:font-normal"
      />
      <button
        type="button"
        aria-expanded={showsDetails}
        aria-controls={details}
        onClick={() => setIsOpen(!showsDetails)}
        className="inline-flex min-h-9 w-fit items-center gap-1 text-ink-soft sm:hidden"
      >
        Slug and excerpt
        <ChevronDown className={`size-4 ${showsDetails ? 'rotate-180' : ''}`} />
      </button>
      <div id={details} className={`grid gap-2 ${showsDetails ? '' : 'max-sm:hidden'}`}>
        <SlugField />
        <TextArea {...control('excerpt')} hiddenLabel isQuiet placeholder="Excerpt" rows={3} />
      </div>
      <OwnFieldsCard />
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

function SlugField() {
  const { text, noun, isSlugFixed, address, control, props } = useForm();
  const prefix = address.slice(0, address.lastIndexOf('/') + 1);
  const isMoved = isSlugFixed && text.values.slug !== props.values.slug;
  return (
    <div className="grid grid-cols-[auto_minmax(6rem,1fr)] items-baseline text-ink-soft">
      <span className="truncate">{prefix}</span>
      <TextField
        {...control('slug')}
        hiddenLabel
        isQuiet
        spellCheck={false}
        placeholder={text.slug}
        {...(isMoved && {
          hint: `This ${noun} was published: its earlier address will lead to the new one.`,
        })}
      />
    </div>
  );
}
