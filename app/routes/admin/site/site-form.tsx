import { Fragment, useEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { Link, href, useLocation } from 'react-router';
import type { FieldErrors } from '#domain/core/errors.ts';
import { liveAddressOf } from '#domain/site/preview-pages.ts';
import { siteDocuments } from '#domain/site/site-documents.ts';
import { sectionsOf, type DocumentName, type DocumentValues, type Section } from '#domain/site/site-words.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useShortcuts } from '../editing/use-shortcuts.ts';
import { LeavingDialog } from '../editing/leaving-dialog.tsx';
import { JournalNotices } from '../editing/journal/journal-notices.tsx';
import { SaveInterruptions } from '../editing/saving/save-interruptions.tsx';
import { saveLine } from '../editing/saving/save-state.ts';
import type { FieldForm } from '../fields/control.ts';
import { FieldControl } from '../fields/field-control.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { SiteConflict } from './site-conflict.tsx';
import { type SiteFormProps, type EditedDocument, useDocument } from './use-document.ts';

/** The variables that win over fields of General. */
const variables: Readonly<Record<string, string>> = {
  email: 'CONTACT_EMAIL',
  timeZone: 'SITE_TIMEZONE',
  postalAddress: 'NEWSLETTER_POSTAL_ADDRESS',
  newsletterReason: 'NEWSLETTER_REASON',
};

/** The form of a document. It owns everything typed into it: no result of a save removes any of it. */
export function SiteForm(props: SiteFormProps) {
  const { name, canEdit, writer, timeZone } = props;
  const document = useDocument(props);
  const { values, setValues, saving, underWay, heading } = document;
  const { state, stored } = saving;
  useShortcuts(canEdit ? { save: () => document.submit(false), publish: () => document.submit(true) } : {});
  const [showsPreview, setShowsPreview] = useState(false);
  const [path, setPath] = useState('');
  const { hash } = useLocation();
  useEffect(() => {
    document.form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(hash.slice(1))}"]`)?.focus();
  }, [hash, document.form]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Header
        name={name}
        heading={heading}
        showsPreview={showsPreview}
        onShowPreview={() => setShowsPreview(!showsPreview)}
      >
        {canEdit && <SaveBar document={document} />}
      </Header>
      {!canEdit && (
        <Notice tone="neutral">Only admins and super admins can edit the site. You can read it here.</Notice>
      )}
      <JournalNotices
        journal={document.journal}
        saving={saving}
        timeZone={timeZone}
        heading={heading}
        onRestore={(entry) => {
          setValues(entry.values);
          saving.restored(entry);
        }}
      />
      {stored?.isExample === true && <ExampleText document={document} canEdit={canEdit} />}
      {canEdit && stored?.hasDraft === true && <NotLiveYet document={document} />}
      <SaveInterruptions
        state={state}
        text={document.text}
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
            onKeepMine={(both) => {
              setValues(both);
              saving.continueFrom(theirs);
            }}
            onUseTheirs={() => document.takeStored(theirs)}
            onDismiss={onDismiss}
          />
        )}
        onSignedIn={saving.signedIn}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(24rem,2fr)_minmax(0,3fr)]">
        <div
          className={`${showsPreview ? '' : 'hidden'} min-w-0 xl:col-start-2 xl:row-start-1 xl:block xl:self-stretch`}
        >
          <PreviewPane name={name} savedState={`${stored?.version}`} part={partAt(name, path, values)} />
        </div>
        <Sections {...props} document={document} onPath={setPath} />
      </div>
      <LeavingDialog noun="page" hasUnsavedChanges={canEdit && saving.isUnsaved} images={underWay} />
    </div>
  );
}

function ExampleText({ document, canEdit }: { document: EditedDocument; canEdit: boolean }) {
  return (
    <Notice tone="neutral">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p>Visitors see example text here.</p>
        {canEdit && (
          <Button disabled={document.isBusy} onClick={() => document.submit(true)}>
            Publish as it is
          </Button>
        )}
      </div>
    </Notice>
  );
}

function NotLiveYet({ document: { discard, isBusy } }: { document: EditedDocument }) {
  return (
    <section
      aria-label="Not live yet"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line-strong bg-surface px-3 py-2"
    >
      <p className="mr-auto">Visitors do not see these changes yet.</p>
      <Button
        pending={discard.isBusy}
        disabled={isBusy}
        onClick={() => void discard.submit({ intent: 'discard' })}
      >
        Discard changes
      </Button>
    </section>
  );
}

/** The section of the field at a path, and the longest line of its value. */
function partAt(name: DocumentName, path: string, values: DocumentValues) {
  const [key = '', index, item = ''] = path.split('.');
  const section = sectionsOf(name).find(({ fields }) => fields.some(([field]) => field === key));
  const value = values[key];
  const text = typeof value === 'object' ? value[Number(index)]?.[item] : value;
  const [longest = ''] = String(text ?? '')
    .split('\n')
    .toSorted((one, other) => other.length - one.length);
  return { section: section?.label ?? '', path, text: longest.trim() };
}

function Header({
  name,
  heading,
  showsPreview,
  onShowPreview,
  children,
}: {
  name: DocumentName;
  heading: Ref<HTMLHeadingElement>;
  showsPreview: boolean;
  onShowPreview: () => void;
  children: ReactNode;
}) {
  const liveAddress = liveAddressOf(name);
  return (
    <header className="sticky top-12 z-15 -mx-4 -mt-4 grid gap-x-3 gap-y-1 border-b border-line bg-paper px-4 py-2.5 sm:-mx-6 sm:-mt-5 sm:px-6 lg:flex lg:items-center">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 lg:mr-auto">
        <Link to={href('/admin/site')} className={buttonClass('quiet', '-ml-3')}>
          Back to Site
        </Link>
        <h1 ref={heading} tabIndex={-1} className="text-base font-semibold tracking-tight">
          {siteDocuments[name].label}
        </h1>
        <span className="flex gap-1 max-sm:-ml-3">
          <Button variant="quiet" aria-expanded={showsPreview} className="xl:hidden" onClick={onShowPreview}>
            Preview
          </Button>
          {liveAddress !== null && (
            <Link to={liveAddress} target="_blank" className={buttonClass('quiet')}>
              View Live
            </Link>
          )}
          <Link
            to={href('/admin/site/:document/revisions', { document: name })}
            className={buttonClass('quiet')}
          >
            History
          </Link>
        </span>
      </div>
      {children}
    </header>
  );
}

function SaveBar({ document: { saving, isBusy, underWay, submit } }: { document: EditedDocument }) {
  const { state, stored, isUnsaved } = saving;
  const isCalm = state.kind === 'idle' || state.kind === 'saving';
  const hasPendingChanges = stored?.hasDraft ?? false;
  const about = { noun: 'page', isUnsaved, isStored: true, isComplete: true, hasPendingChanges } as const;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <output
        className={`min-w-0 flex-1 max-lg:line-clamp-2 max-lg:leading-tight ${isCalm ? 'text-ink-soft' : 'text-danger'}`}
      >
        {saveLine(state, about, { underWay, failed: 0 })}
      </output>
      <div className="flex shrink-0 gap-2">
        <Button disabled={isBusy} onClick={() => submit(false)}>
          Save Draft
        </Button>
        <Button variant="primary" disabled={isBusy} onClick={() => submit(true)}>
          Publish
        </Button>
      </div>
    </div>
  );
}

type Props = SiteFormProps & {
  document: EditedDocument;
  onPath: (path: string) => void;
};

function Sections({
  name,
  canEdit,
  fixed,
  ownPages,
  document: { values, setValues, setUploads, saving, form },
  onPath,
}: Props) {
  const errors = saving.fieldErrors;
  const fieldForm: FieldForm = {
    ownPages,
    errorAt: (path) => errors[path],
    onUploads: (path, count) =>
      setUploads((before) => ((before[path] ?? 0) === count ? before : { ...before, [path]: count })),
  };
  const all = sectionsOf(name);
  const rare = all.filter(({ isRare }) => isRare);
  const folded = useOpenWithError(rare, errors);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the preview follows the fields in it
    <form
      ref={form}
      noValidate
      autoComplete="off"
      onSubmit={(event) => event.preventDefault()}
      onFocus={({ target }) => target.hasAttribute('name') && onPath(target.getAttribute('name') ?? '')}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4"
    >
      {all.filter(({ isRare }) => !isRare).map(card)}
      {rare.length > 0 && (
        <details ref={folded} className="grid gap-4 [&>*+*]:mt-4">
          <summary className="w-fit cursor-pointer rounded-sm font-medium">More texts</summary>
          {rare.map(card)}
        </details>
      )}
    </form>
  );

  function card(section: Section) {
    return (
      <Card key={section.label} title={section.label}>
        {section.fields.map(([key, field]) => (
          <Fragment key={key}>
            <FieldControl
              field={key in fixed ? { ...field, hint: `Set on the server by ${variables[key]}.` } : field}
              value={fixed[key] ?? values[key]}
              path={key}
              isReadOnly={!canEdit || key in fixed}
              form={fieldForm}
              onChange={(value) => setValues((before) => ({ ...before, [key]: value }))}
            />
            {name === 'general' && saysExampleName(values, key) && (
              <p className="text-warn">This text still says {exampleName}.</p>
            )}
          </Fragment>
        ))}
      </Card>
    );
  }
}

const exampleName = siteDocuments.general.sections.Name.name.initial;

/** True if the site has another name than the example's and a text of General still says that one. */
function saysExampleName({ name, ...texts }: DocumentValues, key: string): boolean {
  const text = texts[key];
  return name !== exampleName && typeof text === 'string' && text.includes(exampleName);
}

function useOpenWithError(sections: readonly Section[], errors: FieldErrors) {
  const folded = useRef<HTMLDetailsElement>(null);
  const isWrongInside = sections.some(({ fields }) =>
    fields.some(([key]) => Object.keys(errors).some((path) => path.split('.')[0] === key)),
  );
  useEffect(() => {
    if (isWrongInside && folded.current) folded.current.open = true;
  }, [isWrongInside]);
  return folded;
}
