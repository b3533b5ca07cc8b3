import type { RowProblem } from '#domain/redirects/read-redirects.ts';
import { Notice } from '#app/ui/notice.tsx';
import { useAction } from '../actions/use-action.ts';
import { ImportDialog } from '../list/import-dialog.tsx';

/** What is wrong in a file that was refused: the first rows of it, and how many messages there are in all. */
export type ImportProblems = { problems: RowProblem[]; total: number };

/** Imports a file of redirects. Stays open with every message when something is wrong in it. */
export function ImportRedirectsDialog({ onClose }: { onClose: () => void }) {
  const action = useAction<unknown, ImportProblems>({ onDone: onClose });
  const { result, isBusy } = action;
  const refused = result && !result.ok && !isBusy ? result.details : null;
  return (
    <ImportDialog
      title="Import Redirects"
      intent="import"
      action={action}
      hint="Comma-separated values with the columns From, To and Status, up to 1 MB. Without a status it is 301; 410 needs no To. A redirect for the same address is replaced. All rows are imported or none."
      onClose={onClose}
    >
      {refused && (
        <Notice title="Nothing was imported.">
          <ul className="mt-1 grid gap-1">
            {refused.problems.map(({ row, message }) => (
              <li key={`${row} ${message}`}>
                <strong className="font-medium tabular-nums">Row {row}:</strong> {message}
              </li>
            ))}
          </ul>
          {refused.total > refused.problems.length && (
            <p className="mt-1">
              And {(refused.total - refused.problems.length).toLocaleString('en-US')} more.
            </p>
          )}
        </Notice>
      )}
    </ImportDialog>
  );
}
