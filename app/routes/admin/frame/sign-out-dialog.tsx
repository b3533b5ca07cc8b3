import { Question } from '#app/ui/confirm-dialog.tsx';
import type { useSignOut } from './use-sign-out.ts';

const maxTitles = 5;

/** Asks before Sign Out deletes what was typed on this device and not saved. */
export function SignOutDialog({
  signOut: { unsaved, cancel, confirm },
}: {
  signOut: ReturnType<typeof useSignOut>;
}) {
  if (unsaved === null) return null;
  const more = unsaved.length - maxTitles;
  return (
    <Question
      title="Sign out and delete unsaved text?"
      yes="Sign out and delete"
      onNo={cancel}
      onYes={confirm}
    >
      <p>Text that you typed on this device has not been saved. Signing out deletes it.</p>
      <ul className="grid list-disc gap-1 pl-5 text-ink">
        {unsaved.slice(0, maxTitles).map((title, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- titles may be equal, and the list does not change
          <li key={index} dir="auto" className="wrap-anywhere">
            {title}
          </li>
        ))}
        {more > 0 && <li>{more === 1 ? '1 more post' : `${more} more posts`}</li>}
      </ul>
    </Question>
  );
}
