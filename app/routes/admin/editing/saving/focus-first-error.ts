/** Gives the focus to the first field of a form that is wrong, once the form shows it. */
export function focusFirstError(form: HTMLFormElement | null | undefined): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
