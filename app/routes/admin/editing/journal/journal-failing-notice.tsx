import { Notice } from '#app/ui/notice.tsx';

/** Says that the text exists only in this page: the browser cannot store a copy of it. */
export function JournalFailingNotice() {
  return (
    <Notice>This browser keeps no copy of what you type. Leave this page open until it says “Saved”.</Notice>
  );
}
