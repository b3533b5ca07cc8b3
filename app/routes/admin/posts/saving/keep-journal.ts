import { textField } from '#app/http/form-fields.ts';
import { openJournal } from '#app/routes/admin/editing/journal/journal-store.ts';

type Sent = { request: Request };

/** The client action of a form of a text: a redirect means that the text is stored, and the journal deletes its copy. */
export function keepJournalUntilSaved<Args extends Sent, Result>(
  saveOnServer: (args: Args) => Promise<Result>,
) {
  return async (args: Args): Promise<Result> => {
    const form = await args.request.clone().formData();
    try {
      return await saveOnServer(args);
    } catch (error) {
      const key = textField(form, 'journalKey') || textField(form, 'creationKey');
      const journal = key === '' ? null : await openJournal();
      await journal?.deleteCreation(key).catch(() => {});
      journal?.close();
      throw error;
    }
  };
}
