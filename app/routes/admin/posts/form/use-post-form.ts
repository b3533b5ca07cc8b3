import { createContext, useCallback, useContext, useMemo, useRef, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router';

import type { EmailState } from '#domain/post-emails/find-email-states.ts';
import { kinds, pathOf } from '#domain/core/kinds.ts';
import { postFields, type FieldName } from '#domain/posts/post-fields.ts';
import { useToast } from '#app/ui/toaster.tsx';
import { randomUuid } from '#app/routes/admin/random-uuid.ts';
import type { JournalEntry } from '#app/routes/admin/editing/journal/journal-rules.ts';
import { postText } from '../saving/post-text.ts';
import {
  autosave,
  idle,
  type SaveRequest,
  type SaveState,
} from '#app/routes/admin/editing/saving/save-state.ts';
import { useFocusFirstError } from '#app/routes/admin/editing/saving/use-focus-first-error.ts';
import { useSaveMessages } from '../saving/use-save-messages.ts';
import { useSavedForm } from '#app/routes/admin/editing/use-saved-form.ts';
import type { EditState, PostSaveResult, SavedVersion, VersionConflict } from '../state/edit-state.ts';
import type { FactName } from '#domain/posts/list-fact-names.ts';
import type { PostChoices } from '#domain/posts/get-post-form-choices.ts';
import { newPostValues, outcomeLine, scheduledInstantOf, type PostValues } from '../state/post-values.ts';
import { useText, type TextControls } from '../state/use-text.ts';
import { useEmailPlan } from '../email/use-email-plan.ts';
import type { loadForm } from './form-server.ts';
import { useNow } from '#app/routes/admin/hooks/use-now.ts';
import { useReview } from './use-review.ts';
import { useWaitForUploads } from './use-wait-for-uploads.ts';

export type PostFormProps = Awaited<ReturnType<typeof loadForm>> & {
  mode: 'new' | 'edit';
  /**
   * The base of a form in which a change is proposed: the version of the text that it is for. It saves as the form of a
   * new text does.
   */
  begunOn?: { version: number; given: string };
  /** The name of a proposal's text in the browser's journal, before and after it is stored. */
  journalName?: string;
  /** The state that the server has of the post or of the proposal; null before it has anything. */
  stored: EditState | null;
  /** Set when the stored pending changes were begun on a version of the post that has been replaced since. */
  versionConflict: VersionConflict | null;
  values: PostValues;
  /** The body as HTML. */
  content: string;
  factNames: FactName[];
  /** How many proposals for it wait for a decision. */
  proposals?: number;
  /** The state of the emails of the post; null where no post can be emailed. */
  email?: EmailState | null;
};

type PostFormState = ReturnType<typeof usePostForm>;

export const FormContext = createContext<PostFormState | null>(null);

/** The form that a part of it belongs to. */
export function useForm(): PostFormState {
  const form = useContext(FormContext);
  if (form === null) throw new Error('A part of the form of a post is outside of it.');
  return form;
}

/** The text of the form, what is stored of it, and what its buttons and shortcuts do. */
export function usePostForm(props: PostFormProps) {
  const { mode } = props;
  const { kind } = props.values;
  const [creationKey, setCreationKey] = useState(randomUuid);
  const [isSlugFixed, setIsSlugFixed] = useState(props.stored?.wasPublic ?? props.begunOn !== undefined);
  const title = useRef<HTMLTextAreaElement>(null);
  /** Gets the focus when the button that had it is removed with its notice. */
  const heading = useRef<HTMLHeadingElement>(null);
  const text = useText(props, isSlugFixed);
  const showResult = useSaveMessages(mode, props.timeZone, kind);
  const focusFirstError = useFocusFirstError(() => title.current?.form);
  const saved = usePostSaving(props, { text, creationKey, heading }, noteResult);
  const { saving, journal, discard } = saved;
  const { titleError, ...buttons } = useButtons(mode, text, saved, title);

  function noteResult(result: PostSaveResult, request: SaveRequest) {
    showResult(result, request);
    if (result.ok && result.value && result.value.liveSlug !== null) setIsSlugFixed(true);
    if (!result.ok && request.kind === 'submit') focusFirstError();
  }

  function restore(entry: JournalEntry<PostValues>) {
    text.replace(entry.values, entry.content);
    if (mode === 'new' && entry.creationKey !== null) setCreationKey(entry.creationKey);
    saving.restored(entry);
  }

  const errorAt = (field: FieldName) => (field === 'title' && titleError) || saving.fieldErrors[field];
  const now = new Date(useNow(props.now));
  return {
    props,
    ...useChoices(props.choices),
    ...buttons,
    now,
    outcome: useOutcome(props, text, saving.stored, now),
    /** Where the post will be, by its slug as it is typed. */
    address: props.origin + pathOf({ kind, slug: text.slug || '…' }),
    kind,
    noun: kinds[kind].noun,
    creationKey,
    text,
    saving,
    journal,
    discard,
    title,
    heading,
    isSlugFixed,
    restore,
    errorAt,
    control: (name: FieldName) => controlOf(name, text, errorAt(name)),
  };
}

function controlOf(name: FieldName, text: TextControls, error: string | undefined) {
  return {
    label: postFields[name].label,
    name,
    dir: 'auto',
    value: String(text.values[name]),
    error,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      text.change({ [name]: currentTarget.value }),
  };
}

function useOutcome(
  { mode, timeZone, email, values: { kind } }: PostFormProps,
  text: TextControls,
  stored: SavedVersion | null,
  now: Date,
) {
  const [isImageUndescribed, setIsImageUndescribed] = useState(false);
  const missing = useReview(
    { ...text.values, isImageUndescribed },
    text.bodyRevision,
    () => text.now().content,
  );
  const canBeEmailed = stored !== null && kinds[kind].isEmailed && Boolean(email);
  const plan = useEmailPlan(canBeEmailed ? { id: stored.id, isPublic: stored.liveSlug !== null } : null);
  const line = outcomeLine(text.values, { mode, isPublished: stored?.isPublished === true }, timeZone, now);
  return {
    lines: plan === null ? [line] : [line, plan.line],
    /** A moment ahead; null for none. */
    publicAt: scheduledInstantOf({ ...text.values, published: true }, timeZone, now),
    missing,
    plan,
    setIsImageUndescribed,
  };
}

type OnResult = (result: PostSaveResult, request: SaveRequest) => void;

/** Saves the text; a new post that is stored gets an address that a reload goes on with. */
function usePostSaving(
  props: PostFormProps,
  form: { text: TextControls; creationKey: string; heading: RefObject<HTMLElement | null> },
  onResult: OnResult,
) {
  const { mode, writer, timeZone, versionConflict, begunOn, journalName } = props;
  const { userId } = writer;
  const { creationKey } = form;
  const navigate = useNavigate();
  const { noun } = kinds[props.values.kind];
  return useSavedForm({
    ...form,
    userId,
    journalName,
    blank: newPostValues(''),
    kind: useMemo(
      () => postText({ writerId: userId, timeZone }, mode === 'new' ? creationKey : null, begunOn ?? null),
      [userId, timeZone, mode, creationKey, begunOn],
    ),
    initial: { ...props, state: initialState(versionConflict) },
    staleMessage: `This ${noun} was saved again after that text was typed. No text has been lost.`,
    discardedMessage: 'Changes discarded. The form shows the live text again.',
    onResult: (result: PostSaveResult, request: SaveRequest) => {
      onResult(result, request);
      if (result.ok && result.value && mode === 'new')
        void navigate(`?draft=${result.value.id}`, { replace: true, preventScrollReset: true });
    },
  });
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

function useButtons(
  mode: 'new' | 'edit',
  { values: { title, published } }: TextControls,
  saved: ReturnType<typeof usePostSaving>,
  titleField: RefObject<HTMLElement | null>,
) {
  const { stored, isUnsaved, saveNow } = saved.saving;
  const showToast = useToast();
  const [isMissing, setIsMissing] = useState(false);
  const images = useWaitForUploads(saved.submit);
  const isBusy = saved.isBusy || images.isAwaited;
  const isTitled = title.trim() !== '';

  /** True if the form can be sent; says so where it has no title. */
  function isReady(): boolean {
    if (isBusy || isTitled) return !isBusy;
    setIsMissing(true);
    showToast({ text: postFields.title.missing, tone: 'error' });
    titleField.current?.focus();
    return false;
  }

  const submit = (isPublic: boolean) => isReady() && images.submit(isPublic);
  const save = () => submit(mode === 'edit' && published);
  return {
    images,
    isBusy,
    isReady,
    titleError: isMissing && !isTitled ? postFields.title.missing : undefined,
    save,
    /** By the keys: unlike the button of a new post they never lead to the list. */
    saveAndStay: () => {
      if (mode === 'edit') save();
      else if (isReady() && isUnsaved) saveNow();
    },
    publish: () => submit(stored?.isPublished === true ? published : true),
  };
}

/** The choices of the form, with the terms that are created beside it. */
function useChoices(loaded: PostChoices) {
  const [choices, setChoices] = useState(loaded);
  const addChoice = useCallback(
    (list: 'categories' | 'tags', term: { id: string; name: string }) =>
      setChoices((before) => {
        const others = before[list].filter(({ id }) => id !== term.id);
        const sorted = [...others, term].toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
        return { ...before, [list]: sorted };
      }),
    [],
  );
  return { choices, addChoice };
}
