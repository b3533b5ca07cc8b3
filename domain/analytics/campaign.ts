/** The campaign that the query of an address names, for views and messages alike: `utm_campaign`, else `utm_source`; '' for none. */
export function campaignOf(query: URLSearchParams): string {
  return query.get('utm_campaign') || query.get('utm_source') || '';
}
