/** The script of the public pages. Everything works without it. */
import { showLoadingIndicator } from './loading-indicator.ts';
import { hideBrokenImages } from './hide-broken-images.ts';
import { startViewTransitions } from './view-transitions.ts';
import { addCopyButtons } from './copy-buttons.ts';
import { copySectionLinks } from './copy-section-links.ts';
import { openContents } from './open-contents.ts';
import { trackScrollPosition } from './header-state.ts';
import { countView, onPageVisible } from './view-beacon.ts';
import { rememberVisit } from './visit.ts';

const postId = document.querySelector<HTMLElement>('article.post')?.dataset['post'];
onPageVisible(() => {
  rememberVisit(postId);
  countView(postId);
});

trackScrollPosition();
hideBrokenImages();
addCopyButtons();
copySectionLinks();
openContents();
showLoadingIndicator();
startViewTransitions();
