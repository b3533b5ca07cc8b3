import { data } from 'react-router';

import { requirePost } from './require-post.ts';

/** Fields of a form beside its lists: no form of ours has as many. */
const maxFields = 50;

/**
 * The form that an action was sent.
 * @param listItems how many values the lists of this form may have together
 * @throws for the router to answer: 400 for too many fields, 405 for another method than POST, 415 for a body that is
 *   no form
 */
export async function readForm(request: Request, listItems = 0): Promise<FormData> {
  requirePost(request);
  const form = await request.formData().catch(() => {
    throw data(null, { status: 415 });
  });
  if (hasTooManyFields(form, listItems)) throw data(null, { status: 400 });
  return form;
}

/** Whether no form of ours sends so much. Each value of a list counts as a field. */
export function hasTooManyFields(form: FormData, listItems = 0): boolean {
  let fields = 0;
  for (const _ of form) fields += 1;
  return fields > maxFields + listItems;
}
