/** What script adds to the public pages. Everything works without it. */

const root = document.documentElement;

function showWhetherScrolled(): void {
  root.toggleAttribute('data-scrolled', scrollY > 20);
}

addEventListener('scroll', showWhetherScrolled, { passive: true });
showWhetherScrolled();

for (const image of document.querySelectorAll<HTMLImageElement>('main img')) {
  const hide = () => {
    (image.closest<HTMLElement>('[data-picture]') ?? image).hidden = true;
  };
  if (image.complete && image.naturalWidth === 0 && image.currentSrc !== '') hide();
  else image.addEventListener('error', hide);
}

for (const code of document.querySelectorAll<HTMLElement>('.prose pre')) {
  if (!('clipboard' in navigator)) break;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(code.textContent).then(() => {
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 2000);
    });
  });
  const frame = document.createElement('div');
  frame.className = 'code';
  code.replaceWith(frame);
  frame.append(code, button);
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-busy]')) {
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  if (!button) continue;
  const idle = button.textContent;
  form.addEventListener('submit', () => {
    button.disabled = true;
    button.textContent = form.dataset['busy'] ?? idle;
  });
  // Coming back to the page from the browser's memory finds the form as it was left.
  addEventListener('pageshow', () => {
    button.disabled = false;
    button.textContent = idle;
  });
}
