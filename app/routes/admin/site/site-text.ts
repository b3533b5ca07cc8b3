import type { StoredText } from '../editing/saving/save-attempts.ts';
import type { TextKind } from '../editing/saving/use-saving.ts';
import type { SiteDocument } from '#domain/site/site-document.ts';
import type { DocumentValues } from '#domain/site/site-words.ts';

type SiteVersion = {
  id: string;
  version: number;
  pendingVersion: 0;
  hasDraft: boolean;
  isExample: boolean;
};

export type SiteState = SiteVersion &
  StoredText<DocumentValues> & { savedBy: string | null; savedAt: Date | null };

export function siteStateOf(document: SiteDocument, userId: string): SiteState {
  const { name, values, version, hasDraft, isExample, saveKey, savedBy, savedAt } = document;
  return {
    id: `site:${name}`,
    version,
    pendingVersion: 0,
    hasDraft,
    isExample,
    values,
    content: '',
    saveKey,
    isOwnSave: document.savedById === userId,
    savedBy,
    savedAt,
  };
}

/** How a document is saved: as a whole, and its draft as it was sent. */
export function siteText(writerId: string): TextKind<DocumentValues, SiteVersion> {
  return {
    isComplete: () => true,
    sent: (values) => values,
    formData: ({ values }, { request, saveKey, stored }) => {
      const form = new FormData();
      const isPublishing = request.kind === 'submit' && request.published;
      form.set('intent', request.kind === 'autosave' ? 'autosave' : isPublishing ? 'publish' : 'save');
      form.set('values', JSON.stringify(values));
      form.set('version', String(stored?.version ?? 1));
      form.set('saveKey', saveKey);
      form.set('writerId', writerId);
      return form;
    },
  };
}
