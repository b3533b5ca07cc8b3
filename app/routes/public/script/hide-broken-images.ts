/** A picture that cannot be shown leaves no hole: it goes, with the frame it alone would fill. */
export function hideBrokenPictures(): void {
  for (const picture of document.querySelectorAll<HTMLImageElement>('main img')) {
    const hide = () => {
      (picture.closest<HTMLElement>('[data-picture]') ?? picture).hidden = true;
    };
    if (picture.complete && picture.naturalWidth === 0 && picture.currentSrc !== '') hide();
    else picture.addEventListener('error', hide);
  }
}
