/** Prerenders a link when the pointer rests on it. Only public pages, because loading them has no side effects; no files. */
export const speculationRules = JSON.stringify({
  prerender: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/admin*', '/admin/*', '/api/*', '/storage/*', '/*.*'] } },
          { not: { selector_matches: '[aria-current=page]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
});
