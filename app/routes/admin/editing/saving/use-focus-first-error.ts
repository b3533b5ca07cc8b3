import { useEffect, useState } from 'react';

import { useLatest } from '#app/ui/use-latest.ts';

/** Returns a function that gives the focus to the first field of a form that is wrong, once the form shows it. */
export function useFocusFirstError(form: () => HTMLFormElement | null | undefined): () => void {
  const [refusals, setRefusals] = useState(0);
  const latestForm = useLatest(form);
  useEffect(() => {
    if (refusals > 0) latestForm.current()?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals, latestForm]);
  return () => setRefusals((before) => before + 1);
}
