import { announce } from './status-line.ts';

/** Copies the address of a section when its heading is clicked. The link itself leads there, with or without this. */
export function copySectionLinks(): void {
  document.querySelector('.prose')?.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a.anchor') : null;
    if (!link || !('clipboard' in navigator)) return;
    navigator.clipboard.writeText(link.href).then(
      () => {
        const root = document.documentElement;
        announce('Link copied');
        root.toggleAttribute('data-copied', true);
        setTimeout(() => {
          announce('');
          root.toggleAttribute('data-copied', false);
        }, 2500);
      },
      () => {},
    );
  });
}
