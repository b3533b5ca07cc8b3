/** Lets the button of a password field show and hide what it holds (`app/ui/field.tsx`). */
export function showPasswords(): void {
  document.addEventListener('click', ({ target }) => {
    const button =
      target instanceof Element ? target.closest<HTMLButtonElement>('[data-shows-password]') : null;
    if (!button) return;
    const field = document.getElementById(button.getAttribute('aria-controls') ?? '');
    if (!(field instanceof HTMLInputElement)) return;
    const isShown = button.toggleAttribute('data-shown');
    field.type = isShown ? 'text' : 'password';
    button.title = isShown ? 'Hide password' : 'Show password';
  });
}
