/**
 * Between two public pages the browser shows a transition, unless motion is reduced. The rule stands in the page itself: a
 * browser that has to fetch the page's sheet first looks for the rule too early, and reports a transition that failed. It
 * stands in an SVG, whose styles count for the whole page: checkers of HTML take it for a mistake in a `<style>` of HTML.
 */
export const pageTransitions = '@media not (prefers-reduced-motion){@view-transition{navigation:auto}}';

/** Its SHA-256 in base64, by which the pages' policy allows it. */
export const pageTransitionsHash = 'O3zbYoucKQwPMar54jZd66PCPmmi2GxV8e+PWGLMjt4=';
