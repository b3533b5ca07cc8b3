import { withoutControls } from '#domain/fields/fields.ts';

const maxNameLength = 100;

/**
 * Where a view came from: the host of the page that led here and the campaign that the address named. '' for what is
 * not known; our own pages are no source.
 */
export function viewSource(
  sent: { referrer?: unknown; campaign?: unknown },
  ownHost: string,
): { referrerHost: string; campaign: string } {
  return { referrerHost: referrerHost(sent.referrer, ownHost), campaign: campaignName(sent.campaign) };
}

function referrerHost(referrer: unknown, ownHost: string): string {
  const url = typeof referrer === 'string' ? URL.parse(referrer) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return '';
  return url.host === ownHost ? '' : hostName(url.host);
}

/** A host as it is stored; '' for an invalid one. */
export function hostName(host: string): string {
  const name = host.toLowerCase().replace(/^www\./, '');
  return name.length <= maxNameLength && hostPattern.test(name) ? name : '';
}

/** As `URL.host` spells a host, with or without a port. */
const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/;

export function campaignName(campaign: unknown): string {
  if (typeof campaign !== 'string') return '';
  return withoutControls(campaign).trim().toLowerCase().slice(0, maxNameLength).toWellFormed();
}
