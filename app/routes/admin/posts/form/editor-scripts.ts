/** Addresses of `begin-editor.ts` and what it imports. They are known to the server when both are built (`vite.config.ts`). */
export const editorScripts: readonly string[] = [];
