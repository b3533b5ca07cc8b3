/** An image that cannot be shown leaves no hole: it goes, with the frame it alone would fill. */
export function hideBrokenImages(): void {
  for (const image of document.querySelectorAll<HTMLImageElement>('main img')) {
    const hide = () => {
      (image.closest<HTMLElement>('[data-image]') ?? image).hidden = true;
    };
    if (image.complete && image.naturalWidth === 0 && image.currentSrc !== '') hide();
    else image.addEventListener('error', hide);
  }
}
