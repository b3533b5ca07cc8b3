/** Adds a copy button to every code block. */
export function addCopyButtons(): void {
  if (!('clipboard' in navigator)) return;
  for (const code of document.querySelectorAll<HTMLElement>('.prose pre')) offerCopy(code);
}

function offerCopy(code: HTMLElement): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  // Screen readers do not announce a button whose text changes, so a live region does.
  const status = document.createElement('span');
  status.className = 'visually-hidden';
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
