import { Download } from 'lucide-react';
import { useState } from 'react';
import { href, Link } from 'react-router';

import type { SiteWordsChoice } from '#domain/imports/take-own-export.ts';
import type { getImport } from '#domain/imports/uploaded-imports.ts';
import { takenInWords } from '#domain/imports/taken-in-words.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { ActionButton } from '../actions/action-button.tsx';
import { ConfirmButton } from '../actions/confirm-action.tsx';
import { Moment } from '../hooks/dates.tsx';
import { counted } from '#domain/fields/counted.ts';
import { Progress } from './upload-card.tsx';

export type ShownImport = Awaited<ReturnType<typeof getImport>>;

export const stateNames: Record<ShownImport['state'], string> = {
  checking: 'Checking',
  checked: 'Checked, not imported',
  importing: 'Importing',
  imported: 'Imported',
  failed: 'Failed',
  'cut off': 'Interrupted',
};

/** One import: how far it is, what it says of the texts, and what can be done next. */
export function ImportCard(shown: ShownImport) {
  const { id, name, system, state, startedAt, problem, totals, authors, site, redirects } = shown;
  const isUnderWay = state === 'checking' || state === 'importing';
  return (
    <Card title={name}>
      <p className="text-ink-soft">
        {stateNames[state]}
        {system === null ? '' : `, ${system}`}, <Moment at={startedAt} />
      </p>
      {problem !== null && <Notice>{problem}</Notice>}
      {isUnderWay ? (
        <UnderWay {...shown} />
      ) : (
        <>
          {state === 'cut off' && (
            <p>
              The import stopped before it was finished, for example because of a restart. Nothing was lost.
            </p>
          )}
          {totals && (
            <Facts
              facts={[
                [
                  'Texts',
                  `${totals.taken.toLocaleString('en-US')} ${state === 'checked' ? 'to import' : 'imported'}`,
                ],
                ['Of them', totals.taken === 0 ? null : takenInWords(totals)],
                ['Already there', String(totals['there already'])],
                ['Left out', String(totals['left out'] + totals.failed)],
                [
                  'Images',
                  totals.missing === 0
                    ? String(totals.images)
                    : `${totals.images}, ${totals.missing} not imported`,
                ],
                ['Redirects', redirects > 0 ? String(redirects) : null],
              ]}
            />
          )}
          <Said label="Authors" lines={authors.map(({ name: author, match }) => [author, `is ${match}`])} />
          <Said label="Beside the texts" lines={site.map(({ what, value }) => [what, value])} />
          <Buttons {...shown} />
        </>
      )}
      {totals && !isUnderWay && (
        <p>
          <Link
            to={href('/admin/posts/import/:id/report', { id })}
            reloadDocument
            className={buttonClass('quiet', '-ml-3')}
          >
            <Download />
            Report as CSV
          </Link>
        </p>
      )}
    </Card>
  );
}

/** Names, each with its note from the check. */
function Said({ label, lines }: { label: string; lines: readonly (readonly [string, string])[] }) {
  if (lines.length === 0) return null;
  return (
    <ul aria-label={label} className="grid max-h-80 gap-0.5 overflow-y-auto">
      {lines.map(([name, said]) => (
        <li key={`${name} ${said}`} className="wrap-anywhere">
          <span dir="auto">{name}</span>{' '}
          <span dir="auto" className="text-ink-soft">
            {said}
          </span>
        </li>
      ))}
    </ul>
  );
}

const siteWordsNames: Record<SiteWordsChoice, string> = {
  draft: 'As drafts, to publish in Site',
  publish: 'Public at once',
  skip: 'Leave out',
};

/** The time that is left follows from the texts that are done. */
function UnderWay({ state, done, total, secondsLeft }: ShownImport) {
  const verb = state === 'checking' ? 'Checking' : 'Importing';
  if (total === 0) return <Progress label={`${verb}...`} share={null} />;
  const minutes = secondsLeft === null ? null : Math.ceil(secondsLeft / 60);
  const left = minutes === null ? '' : `, about ${counted(minutes, 'minute')} left`;
  return (
    <Progress
      label={`${verb}: ${done.toLocaleString('en-US')} of ${counted(total, 'text')}${left}`}
      share={done / total}
    />
  );
}

function Buttons({ id, state, totals, site, redirects, canUndo }: ShownImport) {
  const [siteWords, setSiteWords] = useState('draft');
  const taken = totals?.taken ?? 0;
  const begins = { intent: 'import', id, siteWords };
  const mayBegin = state === 'checked' || state === 'cut off' || state === 'failed';
  return (
    <div className="flex flex-wrap items-end gap-2">
      {mayBegin && site.some(({ isWords }) => isWords) && (
        <SelectField
          label="Words of the site"
          value={siteWords}
          options={Object.entries(siteWordsNames)}
          onChange={({ currentTarget }) => setSiteWords(currentTarget.value)}
        />
      )}
      {state === 'checked' && (taken > 0 || redirects > 0) && (
        <ActionButton variant="primary" fields={begins}>
          Import {taken > 0 ? counted(taken, 'text') : counted(redirects, 'redirect')}
        </ActionButton>
      )}
      {(state === 'cut off' || state === 'failed') && (
        <>
          <ActionButton variant="primary" fields={begins}>
            Continue
          </ActionButton>
          <ActionButton fields={{ intent: 'check', id }}>Check again</ActionButton>
        </>
      )}
      {state === 'imported' && (totals?.missing ?? 0) > 0 && (
        <ActionButton fields={{ intent: 'retry-images', id }}>Try missing images again</ActionButton>
      )}
      {canUndo && (
        <ConfirmButton title="Undo import" confirm="Undo import" fields={{ intent: 'undo', id }}>
          Its texts, redirects, words of the site, and the categories, tags and authors that nothing else uses
          are deleted. What was edited since stays.
        </ConfirmButton>
      )}
      {(state === 'checked' || state === 'failed') && (
        <ConfirmButton title="Discard file" confirm="Discard" fields={{ intent: 'discard', id }}>
          The uploaded file and what was found in it are deleted.
        </ConfirmButton>
      )}
    </div>
  );
}
