import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Link, href } from 'react-router';

import { siteDocuments } from '#domain/site/site-documents.ts';
import {
  defaultsOf,
  sectionsOf,
  type DocumentName,
  type DocumentValues,
  type FieldValue,
} from '#domain/site/site-words.ts';
import type { ShareLink } from '#domain/posts/list-share-links.ts';
import { formatLongDateTime } from '#domain/text/dates.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { DatePicker } from '#app/ui/date-picker.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toaster.tsx';
import { useAction } from '../actions/use-action.ts';
import { LeavingDialog } from '../posts/form/leaving-dialog.tsx';
import { isStale } from '../posts/journal/journal-rules.ts';
import { JournalFailingNotice } from '../posts/journal/journal-failing-notice.tsx';
import { RestoreOffer } from '../posts/journal/restore-offer.tsx';
import { useJournal } from '../posts/journal/use-journal.ts';
import { PresenceLine } from '../posts/presence/presence-line.tsx';
import { usePresence } from '../posts/presence/use-presence.ts';
import { SaveInterruptions } from '../posts/saving/save-interruptions.tsx';
import { idle, saveLine } from '../posts/saving/save-state.ts';
import { failureKind, rejectionMessage } from '../posts/saving/save-result.ts';
import { useSaving } from '../posts/saving/use-saving.ts';
import { SharePanel } from '../posts/share-panel.tsx';
import type { SavedText } from '../posts/state/use-text.ts';
import type { Writer } from '../posts/state/writer.ts';
import { FieldControl } from './field-control.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { SiteConflict } from './site-conflict.tsx';
import { siteText, type GoLive, type SiteState } from './site-text.ts';

const atOnce: GoLive = { publishDay: '', publishTime: '' };

const shareWords = {
  access: 'Anyone with a link can look at this page for a week, without an account, before it is public.',
  shows: 'Links show the words as they are saved, also those that are not live.',
};

/** The form of a document. It owns everything typed into it: no result of a save removes any of it. */
export function SiteForm({
  name,
  stored: atLoad,
  canEdit,
  links,
  writer,
  timeZone,
  today,
}: {
  name: DocumentName;
  stored: SiteState;
  canEdit: boolean;
  links: ShareLink[];
  writer: Writer;
  timeZone: string;
  /** By the server's clock, in the time zone of the site. */
  today: string;
}) {
  const { label } = siteDocuments[name];
  const showToast = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  const [values, setValues] = useState(atLoad.values);
  const [goLive, setGoLive] = useState(atOnce);
  const [showsPreview, setShowsPreview] = useState(false);
  const [uploads, setUploads] = useState<Readonly<Record<string, number>>>({});
  const editor = useRef(null);

  const text: SavedText<DocumentValues> = {
    values,
    bodyRevision: 0,
    editor,
    now: () => ({ values, content: '', bodyRevision: 0 }),
    update: setValues,
  };
  const form = useTypedBeforeHydration(values, setValues);
  const saving = useSaving({
    kind: useMemo(() => siteText(writer.userId, goLive), [writer.userId, goLive]),
    text,
    initial: { stored: atLoad, values: atLoad.values, content: '', state: idle },
    staleMessage: 'This page was saved again after that text was typed. No text has been lost.',
    onResult: (result, request) => {
      if (request.kind !== 'submit') return;
      if (!result.ok) {
        const isExplained = result.details !== null || failureKind(result) === 'signed-out';
        const failure = isExplained ? 'The words could not be saved.' : rejectionMessage(result);
        showToast({ title: 'Error', text: failure, tone: 'error' });
        requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
        return;
      }
      const at = result.value?.publishAt ?? null;
      const isLive = request.published && at === null;
      showToast({
        title: 'Success',
        text: isLive
          ? 'The page is live.'
          : request.published && at !== null
            ? `The page goes live ${formatLongDateTime(at, timeZone)}.`
            : 'The draft was saved.',
      });
      if (request.published) setGoLive(atOnce);
    },
  });
  const { state, stored, isUnsaved, isSubmitting } = saving;
  const journal = useJournal({
    ...saving,
    userId: writer.userId,
    title: `Site: ${label}`,
    blank: defaultsOf(name),
    text,
    creationKey: null,
  });
  const discard = useAction<SiteState>({
    onDone: (live) => {
      if (live === null) return;
      journal.replaceText(live);
      setValues(live.values);
      saving.settleOn(live, 0);
      heading.current?.focus();
    },
  });
  const presence = usePresence(canEdit ? name : null, writer.userId, 'page');
  const hasDraft = stored?.hasDraft ?? false;
  const publishAt = stored?.publishAt ?? null;
  const isBusy = isSubmitting || discard.isBusy;
  const underWay = Object.values(uploads).reduce((sum, count) => sum + count, 0);

  function change(key: string, value: FieldValue) {
    setValues((before) => ({ ...before, [key]: value }));
  }

  function submit(published: boolean) {
    if (isBusy) return;
    if (underWay > 0) {
      showToast({ title: 'Error', text: 'An image is still being uploaded.', tone: 'error' });
      return;
    }
    journal.flush();
    saving.submit(published);
  }

  const errors = state.kind === 'rejected' ? state.fieldErrors : {};

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="sticky top-12 z-15 -mx-4 -mt-4 grid gap-x-3 gap-y-1 border-b border-line bg-paper px-4 py-2.5 sm:-mx-6 sm:-mt-5 sm:px-6 lg:flex lg:items-center">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 lg:mr-auto">
          <Link to={href('/admin/site')} className={buttonClass('quiet', '-ml-3')}>
            Back to Site
          </Link>
          <h1 ref={heading} tabIndex={-1} className="text-base font-semibold tracking-tight">
            {label}
          </h1>
          <span className="flex gap-1">
            <Button
              variant="quiet"
              aria-expanded={showsPreview}
              className="xl:hidden"
              onClick={() => setShowsPreview(!showsPreview)}
            >
              Preview
            </Button>
            <Link
              to={href('/admin/site/:document/revisions', { document: name })}
              className={buttonClass('quiet')}
            >
              History
            </Link>
          </span>
        </div>
        {canEdit && (
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <output
              className={`min-w-0 flex-1 max-lg:line-clamp-2 max-lg:leading-tight ${state.kind === 'idle' || state.kind === 'saving' ? 'text-ink-soft' : 'text-danger'}`}
            >
              {saveLine(
                state,
                { noun: 'page', isUnsaved, isStored: true, isTitled: true, hasPendingChanges: hasDraft },
                { underWay, failed: 0 },
              )}
            </output>
            <div className="flex shrink-0 gap-2">
              <SharePanel links={links} timeZone={timeZone} words={shareWords} />
              <Button disabled={isBusy} onClick={() => submit(false)}>
                Save Draft
              </Button>
              <Button variant="primary" disabled={isBusy} onClick={() => submit(true)}>
                Publish
              </Button>
            </div>
          </div>
        )}
      </header>

      {!canEdit && (
        <Notice>
          <p>Only admins and super admins can edit the site. You can read it here.</p>
        </Notice>
      )}
      <PresenceLine message={presence} />
      {journal.offer !== null && (
        <RestoreOffer
          entry={journal.offer}
          timeZone={timeZone}
          onRestore={() => {
            const { offer } = journal;
            if (offer === null) return;
            journal.takeOffer();
            setValues(offer.values);
            heading.current?.focus();
            if (stored?.version === atLoad.version && isStale(offer, atLoad)) saving.compareWith(atLoad);
          }}
          onDiscard={() => {
            if (journal.offer === null) return;
            const run = journal.dropOffer(journal.offer);
            heading.current?.focus();
            showToast(
              { title: 'Text discarded', text: 'The text that was not saved has been deleted.' },
              { label: 'Undo', run },
            );
          }}
        />
      )}
      {journal.isFailing && isUnsaved && state.kind !== 'idle' && state.kind !== 'saving' && (
        <JournalFailingNotice />
      )}
      {canEdit && (hasDraft || publishAt !== null) && (
        <section
          aria-label="Not live yet"
          className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line-strong bg-surface px-3 py-2"
        >
          <p className="mr-auto">
            {publishAt !== null && `Changes go live ${formatLongDateTime(publishAt, timeZone)}. `}
            {hasDraft &&
              (publishAt === null
                ? 'Visitors do not see these changes yet.'
                : 'What you changed since is a draft.')}
          </p>
          <Button
            pending={discard.isBusy}
            disabled={isBusy}
            onClick={() => void discard.submit({ intent: 'discard' }, { method: 'post' })}
          >
            Discard changes
          </Button>
        </section>
      )}
      <SaveInterruptions
        state={state}
        text={text}
        isConflictUrgent={false}
        writer={writer}
        deleted={null}
        renderConflict={(theirs, onDismiss) => (
          <SiteConflict
            name={name}
            mine={values}
            theirs={theirs}
            base={saving.saved.values}
            timeZone={timeZone}
            onChosen={(chosen) => {
              setValues(chosen);
              saving.continueFrom(theirs);
            }}
            onDismiss={onDismiss}
          />
        )}
        onSignedIn={saving.signedIn}
      />

      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(24rem,2fr)_minmax(0,3fr)]">
        <div className={`${showsPreview ? '' : 'hidden'} min-w-0 xl:order-2 xl:block`}>
          <PreviewPane name={name} savedState={`${stored?.version}`} />
        </div>
        <form
          ref={form}
          noValidate
          autoComplete="off"
          onSubmit={(event) => event.preventDefault()}
          className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4"
        >
          {sectionsOf(name).map((section) => (
            <Card key={section.label} title={section.label}>
              {section.fields.map(([key, field]) => (
                <FieldControl
                  key={key}
                  field={field}
                  value={values[key]}
                  path={key}
                  isReadOnly={!canEdit}
                  errorAt={(path) => errors[path]}
                  onChange={(value) => change(key, value)}
                  onUploads={(path, count) =>
                    setUploads((before) =>
                      (before[path] ?? 0) === count ? before : { ...before, [path]: count },
                    )
                  }
                />
              ))}
              {name === 'general' && section.label === 'Contact details' && (
                <p className="text-ink-soft">
                  Dates and times are in the zone {timeZone} (the setting SITE_TIMEZONE).
                </p>
              )}
            </Card>
          ))}
          {canEdit && (
            <Card title="Later">
              <div className="flex flex-wrap items-end gap-2 *:grow *:first:basis-44">
                <DatePicker
                  label="Go Live On"
                  placeholder="Pick a date"
                  day={goLive.publishDay}
                  today={today}
                  onChange={(publishDay) =>
                    setGoLive({
                      publishDay,
                      publishTime: publishDay === '' ? '' : goLive.publishTime || '00:00',
                    })
                  }
                />
                <TextField
                  label="Go Live At"
                  type="time"
                  value={goLive.publishTime}
                  error={errors['publishDay'] ?? errors['publishTime']}
                  onChange={({ currentTarget: { value } }) =>
                    setGoLive({
                      publishDay: goLive.publishDay || (value === '' ? '' : today),
                      publishTime: value,
                    })
                  }
                />
              </div>
              <p className="text-ink-soft">
                Time zone: {timeZone}. Without a date the page goes live when you publish it.
              </p>
            </Card>
          )}
        </form>
      </div>
      <LeavingDialog noun="page" hasUnsavedChanges={canEdit && isUnsaved} images={underWay} />
    </div>
  );
}

/** Takes over text that was typed before hydration: until then only the fields have it. */
function useTypedBeforeHydration(
  values: DocumentValues,
  setValues: (change: (before: DocumentValues) => DocumentValues) => void,
) {
  const form = useRef<HTMLFormElement>(null);
  const atStart = useRef(values);
  useLayoutEffect(() => {
    const fields = form.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'input[name], textarea[name]',
    );
    for (const { name: path, value } of fields ?? []) {
      if (valueAt(atStart.current, path) === value) continue;
      setValues((before) => withValueAt(before, path, value));
    }
  }, [setValues]);
  return form;
}

/** @param path of a text, as `team.2.name` */
function valueAt(values: DocumentValues, path: string): string | undefined {
  const [key = '', index, name = ''] = path.split('.');
  const value = values[key];
  const found = typeof value === 'object' ? value[Number(index)]?.[name] : value;
  return typeof found === 'string' ? found : undefined;
}

function withValueAt(values: DocumentValues, path: string, text: string): DocumentValues {
  const [key = '', index, name = ''] = path.split('.');
  const value = values[key];
  if (typeof value !== 'object') return { ...values, [key]: text };
  const item = value[Number(index)];
  return item ? { ...values, [key]: value.with(Number(index), { ...item, [name]: text }) } : values;
}
