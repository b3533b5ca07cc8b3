/** Hides images that fail to load, together with a frame that holds nothing else. */
export function hideBrokenImages(): void {
  for (const image of document.querySelectorAll<HTMLImageElement>('main img')) {
    const hide = () => {
      (image.closest<HTMLElement>('[data-image]') ?? image).hidden = true;
    };
    if (image.complete && image.naturalWidth === 0 && image.currentSrc !== '') hide();
    else image.addEventListener('error', hide);
  }
}
