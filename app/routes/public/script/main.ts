/** What script adds to the public pages. Everything works without it. */
import { showBusyPages } from './loading-indicator.ts';
import { hideBrokenImages } from './hide-broken-images.ts';
import { startViewTransitions } from './view-transitions.ts';
import { offerCopies } from './copy-code.ts';
import { showWhetherScrolled } from './header-state.ts';
import { countView, whenSeen } from './view-beacon.ts';
import { rememberVisit } from './visit.ts';

const post = document.querySelector<HTMLElement>('article[data-post]')?.dataset['post'];
whenSeen(() => {
  rememberVisit(post);
  countView(post);
});

showWhetherScrolled();
hideBrokenImages();
offerCopies();
showBusyPages();
startViewTransitions();
