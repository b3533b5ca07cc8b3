/**
 * Between two public pages the browser shows a transition, unless motion is reduced. The rule stands in the page itself: a
 * browser that has to fetch the page's sheet first looks for the rule too early, and reports a transition that failed.
 */
export const pageTransitions =
  '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}';

/** Its SHA-256 in base64, by which the pages' policy allows it. */
export const pageTransitionsHash = 'SX7UqyxGVDSLzV90icKkPuaEGi8NcinaZfagIyBzAuY=';
