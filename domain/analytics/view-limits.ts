import type { ViewRules } from '#db/queries/views.ts';

/**
 * Which views count. `classifyView` decides by the request alone (no bots, no prefetches, no administrators); the database
 * decides the rest in `count_views` and `count_page_views` (db/functions), by these numbers: views
 * of public posts and pages, once per visitor in `repeatMinutes`, within the daily limits of a network.
 */
export const viewLimits: ViewRules = {
  repeatMinutes: 30,
  maxReferrers: 1_000,
  maxCampaigns: 200,
  network: { maxViews: 50, maxReferrers: 20, maxCampaigns: 5 },
};

/** The rules without the limits of networks (`RATE_LIMITS=off`). */
export const viewLimitsWithoutNetworks: ViewRules = { ...viewLimits, network: null };
