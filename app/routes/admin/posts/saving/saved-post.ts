import type { SaveResult } from '#app/routes/admin/editing/saving/save-result.ts';
import type { EditState, SavedVersion } from '../state/edit-state.ts';
import type { StoredValues } from '../state/post-values.ts';

/** What a save sends to the form. `stored`: values that it changed from what was sent; null after an autosave. */
export type SavedPost = SavedVersion & { stored: StoredValues | null };

export type PostSaveResult = SaveResult<SavedPost, EditState>;
