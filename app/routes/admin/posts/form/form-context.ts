import { createContext, useContext } from 'react';

import type { usePostForm } from './use-post-form.ts';

export type PostFormState = ReturnType<typeof usePostForm>;

export const FormContext = createContext<PostFormState | null>(null);

/** The form that a part of it belongs to. */
export function useForm(): PostFormState {
  const form = useContext(FormContext);
  if (form === null) throw new Error('A part of the form of a post is outside of it.');
  return form;
}
