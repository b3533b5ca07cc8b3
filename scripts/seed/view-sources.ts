import type { ViewSource } from '#db/queries/views.ts';
import { pick, type Random } from './random.ts';

/** Half of all views have no referrer, a third come from search engines, some from a campaign. */
const referrers = [
  ...Array.from({ length: 10 }, () => ''),
  ...Array.from({ length: 5 }, () => 'google.com'),
  'duckduckgo.com',
  'bing.com',
  'news.ycombinator.com',
  'lobste.rs',
  'linkedin.com',
  'github.com',
];
const campaigns = [...Array.from({ length: 17 }, () => ''), 'newsletter', 'newsletter', 'spring-launch'];
const devices = ['desktop', 'desktop', 'desktop', 'mobile', 'mobile', 'tablet'];
const browsers = ['Chrome', 'Chrome', 'Chrome', 'Safari', 'Safari', 'Firefox', 'Microsoft Edge'];

/** A realistic source for a generated view. Pure; the same for the same `random`. */
export function viewSourceOf(random: Random): ViewSource {
  return {
    referrerHost: pick(random, referrers),
    campaign: pick(random, campaigns),
    device: pick(random, devices),
    browser: pick(random, browsers),
  };
}
