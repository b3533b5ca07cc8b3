import type { ReactNode } from 'react';
import { Form, Link, useNavigation } from 'react-router';

import { formatLongDateTimeSeconds } from '#domain/fields/dates.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { ChangedPart } from './differences/changed-part.tsx';

type Props = {
  heading: string;
  back: { to: string; label: string };
  /** The version of the post. */
  title?: string;
  message: string | null;
  /** The text that these are states of. */
  noun: string;
  intro?: ReactNode;
  revisions: readonly {
    id: string;
    kind: string;
    savedBy: string | null;
    savedAt: Date;
  }[];
  /** The id of the one that is compared; null where there is none. */
  shown: string | null;
  timeZone: string;
  /** The versions of the present state, sent along. */
  present: Readonly<Record<string, number | null>>;
  mayRestore: boolean;
  notice?: ReactNode;
  /** `restores`: the value of the field `part` by which this difference is restored; without it, it is not chosen alone. */
  differences: readonly { name: string; restores?: string; words: ReactNode }[];
};

/** The earlier states of a post or of a document of Site, one of them compared with the present one, and a way back to it. */
export function RevisionsScreen({
  heading,
  back,
  title,
  message,
  noun,
  intro,
  revisions,
  shown,
  timeZone,
  present,
  mayRestore,
  notice,
  differences,
}: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Link to={back.to} className={buttonClass('quiet', '-ml-3')}>
          {back.label}
        </Link>
        <h1 className="text-base font-semibold tracking-tight">{heading}</h1>
        {title !== undefined && (
          <p dir="auto" className="min-w-0 truncate text-ink-soft">
            {title}
          </p>
        )}
      </header>
      {message !== null && <Notice>{message}</Notice>}
      {intro}
      {shown === null ? (
        <p className="rounded-lg border border-line bg-surface p-8 text-center text-ink-soft">
          There is only one version so far. Every save that changes this {noun} keeps what was there before.
        </p>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[19rem_minmax(0,1fr)]">
          <RevisionList revisions={revisions} shown={shown} timeZone={timeZone} />
          <DifferencesForm key={shown} {...{ shown, present, mayRestore, notice, differences }} />
        </div>
      )}
    </div>
  );
}

function RevisionList({
  revisions,
  shown,
  timeZone,
}: Pick<Props, 'revisions' | 'timeZone'> & { shown: string }) {
  return (
    <nav aria-label="Revisions" className="rounded-lg border border-line bg-surface">
      <ol className="max-h-[70dvh] divide-y divide-line overflow-y-auto">
        {revisions.map(({ id, kind, savedBy, savedAt }) => (
          <li key={id}>
            <Link
              to={`?${new URLSearchParams({ show: id })}`}
              replace
              preventScrollReset
              aria-current={id === shown ? 'true' : undefined}
              className="grid gap-0.5 px-4 py-2 wrap-anywhere hover:bg-sunken aria-[current]:bg-signal/8"
            >
              <span className="font-medium">{formatLongDateTimeSeconds(savedAt, timeZone)}</span>
              <span className="text-ink-soft">
                {kind}
                {savedBy !== null && ` · ${savedBy}`}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function DifferencesForm({
  shown,
  present,
  mayRestore,
  notice,
  differences,
}: Pick<Props, 'present' | 'mayRestore' | 'notice' | 'differences'> & { shown: string }) {
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Form
      method="post"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border border-line bg-surface p-4"
    >
      {Object.entries({ revision: shown, ...present }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value ?? ''} />
      ))}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-soft">Changes since this version</p>
        {mayRestore && (
          <Button type="submit" variant="primary" disabled={differences.length === 0} pending={isBusy}>
            Restore this version
          </Button>
        )}
      </div>
      {notice}
      {differences.length === 0 && <p className="py-6 text-center text-ink-soft">The two are the same.</p>}
      {differences.map(({ name, restores, words }) => (
        <ChangedPart
          key={name}
          label={name}
          name="part"
          value={restores ?? ''}
          choice={restores === undefined ? 'none' : 'box'}
        >
          {words}
        </ChangedPart>
      ))}
    </Form>
  );
}
