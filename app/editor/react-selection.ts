/**
 * Frees React from reading where the caret is. At each commit React walks through all nodes of the contenteditable
 * element that has the focus, to bring back its selection should the focus be lost: with a key for every commit this is
 * the slowest part of typing in a long text. Of an element with these properties, as fields have them, it reads two
 * numbers instead (react-dom, `getSelectionInformation`). The editor brings back its selection by itself.
 */
export function keepSelectionFromReact(element: HTMLElement): void {
  const ignored = { get: () => 0, set: () => {}, configurable: true };
  Object.defineProperties(element, {
    selectionStart: ignored,
    selectionEnd: ignored,
    value: { value: '', configurable: true },
  });
}
