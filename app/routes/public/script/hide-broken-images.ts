/** Hides images that fail to load, together with a frame that holds nothing else; a logo gives way to the name. */
export function hideBrokenImages(): void {
  for (const image of document.querySelectorAll('img')) {
    const hide = () => {
      if (image.matches('.mark')) image.replaceWith(`${image.alt} `);
      else (image.closest<HTMLElement>('[data-image]') ?? image).hidden = true;
    };
    if (image.complete && image.naturalWidth === 0 && image.currentSrc !== '') hide();
    else image.addEventListener('error', hide);
  }
}
