import { data } from 'react-router';

import { requirePost } from './require-post.ts';

/**
 * The form that an action was sent.
 * @throws for the router to answer: 405 for another method than POST, 415 for a body that is no form
 */
export async function readForm(request: Request): Promise<FormData> {
  requirePost(request);
  return request.formData().catch(() => {
    throw data(null, { status: 415 });
  });
}
