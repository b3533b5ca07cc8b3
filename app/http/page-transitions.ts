/**
 * Between two public pages the browser shows a transition, unless motion is reduced. The rule is in the page itself: a
 * browser that must fetch the stylesheet first looks for the rule too early and reports a failed transition.
 */
export const pageTransitions = '@media not (prefers-reduced-motion){@view-transition{navigation:auto}}';

/** Its SHA-256 in base64, by which the Content-Security-Policy allows it. */
export const pageTransitionsHash = 'O3zbYoucKQwPMar54jZd66PCPmmi2GxV8e+PWGLMjt4=';
