import { Notice } from '#app/ui/notice.tsx';

/** Says that a text lives in this page alone: the browser has no room for a copy of it, or gives none. */
export function UnkeptNotice() {
  return (
    <Notice>
      <p>This browser keeps no copy of what you type. Leave this page open until it says “Saved”.</p>
    </Notice>
  );
}
