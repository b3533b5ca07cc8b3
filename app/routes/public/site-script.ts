/** What script adds to the public pages. Everything works without it. */

import { tellOfView } from './view-beacon.ts';

const root = document.documentElement;

const postOnScreen = document.querySelector<HTMLElement>('article[data-post]')?.dataset['post'];
if (postOnScreen !== undefined) tellOfView(postOnScreen);

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
  // Heard as well as seen: a button whose text changes is not read again.
  const status = document.createElement('span');
  status.className = 'unseen';
  status.role = 'status';
  const say = (seen: string, heard: string) => {
    button.textContent = seen;
    status.textContent = heard;
    setTimeout(() => {
      button.textContent = 'Copy';
      status.textContent = '';
    }, 2500);
  };
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(code.textContent).then(
      () => say('Copied', 'Code copied'),
      () => say('Not copied', 'The browser did not allow copying'),
    );
  });
  const frame = document.createElement('div');
  frame.className = 'code';
  code.replaceWith(frame);
  frame.append(code, button, status);
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
