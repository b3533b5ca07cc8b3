import { href } from 'react-router';

/**
 * Prerenders a link when the pointer rests on it; only public pages, because loading them has no side effects. In the page,
 * because a file would compete with the first image.
 */
export const speculationRules = JSON.stringify({
  prerender: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          {
            not: {
              href_matches: [`${href('/admin')}*`, `${href('/admin')}/*`, '/api/*', '/storage/*', '/*.*'],
            },
          },
          { not: { selector_matches: '[aria-current=page]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
});
