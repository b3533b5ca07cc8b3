import Bowser from 'bowser';

import type { ViewSource } from '#db/queries/views.ts';
import { withoutControls } from '#domain/text/fields.ts';

const longestName = 100;

/**
 * Where a view came from and with what: the host of the page that led here, the campaign that the address named, the
 * kind of device and the browser. '' for what is not known; our own pages are no source.
 * @param ownHost host (and port) of the site.
 */
export function viewSource(
  told: { referrer: unknown; campaign: unknown; agent: string },
  ownHost: string,
): ViewSource {
  return {
    referrerHost: referrerHost(told.referrer, ownHost),
    campaign: campaignName(told.campaign),
    ...deviceOf(told.agent),
  };
}

function referrerHost(referrer: unknown, ownHost: string): string {
  if (typeof referrer !== 'string' || !URL.canParse(referrer)) return '';
  const { protocol, host } = new URL(referrer);
  if (!/^https?:$/.test(protocol) || host === ownHost || host.length > longestName) return '';
  return host.replace(/^www\./, '');
}

function campaignName(campaign: unknown): string {
  if (typeof campaign !== 'string') return '';
  return withoutControls(campaign).trim().toLowerCase().slice(0, longestName);
}

/** Reading an agent costs as much as storing its view: a site sees the same few all day. */
const rememberedAgents = 1000;
const devices = new Map<string, { device: string; browser: string }>();

function deviceOf(agent: string): { device: string; browser: string } {
  const known = devices.get(agent);
  if (known) return known;
  const read = readAgent(agent);
  if (devices.size >= rememberedAgents) devices.clear();
  devices.set(agent, read);
  return read;
}

function readAgent(agent: string): { device: string; browser: string } {
  const { platform, browser } = Bowser.parse(agent);
  const device = ['desktop', 'mobile', 'tablet'].find((kind) => kind === platform.type) ?? '';
  return { device, browser: (browser.name ?? '').slice(0, 40) };
}
