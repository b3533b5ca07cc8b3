/**
 * Pages that a reader points at are rendered before the click. Only public pages, which change nothing when they are
 * asked for; never files.
 */
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
