import { useMemo, useRef, useState } from 'react';
import { siteDocuments } from '#domain/site/site-documents.ts';
import { defaultsOf, type DocumentName, type DocumentValues } from '#domain/site/site-words.ts';
import { useToast } from '#app/ui/toaster.tsx';
import { useFocusFirstError } from '../editing/saving/use-focus-first-error.ts';
import { idle } from '../editing/saving/save-state.ts';
import { failureKind, rejectionMessage, type SaveFailure } from '../editing/saving/save-result.ts';
import { useSavedForm } from '../editing/use-saved-form.ts';
import type { SavedText } from '../editing/state/text.ts';
import type { Writer } from '../editing/state/writer.ts';
import type { FieldForm } from '../fields/control.ts';
import { siteText, type SiteState } from './site-text.ts';

export type SiteFormProps = Pick<FieldForm, 'ownPages'> & {
  name: DocumentName;
  stored: SiteState;
  canEdit: boolean;
  writer: Writer;
  timeZone: string;
  /** Values that a variable sets, by the name of the field. */
  fixed: Readonly<Record<string, string>>;
};

export type EditedDocument = ReturnType<typeof useDocument>;

export function useDocument({ name, stored: atLoad, writer }: SiteFormProps) {
  const showToast = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  const [values, setValues] = useState(atLoad.values);
  const [uploads, setUploads] = useState<Readonly<Record<string, number>>>({});
  const form = useRef<HTMLFormElement>(null);
  const focusFirstError = useFocusFirstError(() => form.current);
  const text: SavedText<DocumentValues> = {
    values,
    bodyRevision: 0,
    now: () => ({ values, content: '', bodyRevision: 0 }),
    update: setValues,
    replace: (next) => {
      setValues(next);
      return 0;
    },
  };
  const { submit: save, ...saved } = useSavedForm({
    kind: useMemo(() => siteText(writer.userId), [writer.userId]),
    text,
    heading,
    userId: writer.userId,
    title: `Site: ${siteDocuments[name].label}`,
    blank: defaultsOf(name),
    creationKey: null,
    initial: { stored: atLoad, values: atLoad.values, content: '', state: idle },
    staleMessage: 'This page was saved again after that text was typed. No text has been lost.',
    discardedMessage: 'Changes discarded. The form shows the live page again.',
    onResult: (result, request) => {
      if (request.kind !== 'submit') return;
      if (result.ok) {
        showToast({ text: request.published ? 'The page is live.' : 'The draft was saved.' });
        return;
      }
      showToast({ text: failureMessage(result), tone: 'error' });
      focusFirstError();
    },
  });
  const underWay = Object.values(uploads).reduce((sum, count) => sum + count, 0);

  function submit(published: boolean) {
    if (saved.isBusy) return;
    if (underWay > 0) showToast({ text: 'An image is still being uploaded.', tone: 'error' });
    else save(published);
  }

  return { ...saved, values, setValues, text, form, heading, submit, underWay, setUploads };
}

/** Messages that do not stand beside the form already. */
function failureMessage(result: SaveFailure): string {
  const isExplained = result.details !== null || failureKind(result) === 'signed-out';
  return isExplained ? 'The words could not be saved.' : rejectionMessage(result);
}
