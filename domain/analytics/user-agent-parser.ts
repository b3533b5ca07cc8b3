import Bowser from 'bowser';
import crawlers from 'crawler-user-agents';
import { isbot } from 'isbot';

/** What a user agent says of itself; '' where it is not known. */
export type UserAgentFacts = {
  /** By the patterns of `isbot` and the agents that `crawler-user-agents` has seen. */
  isMachine: boolean;
  device: string;
  browser: string;
};

export type UserAgentParser = (agent: string) => UserAgentFacts;

/** Reading an agent costs as much as storing its view: a site sees the same few all day. */
const rememberedAgents = 2_000;

/** Reads user agents and remembers what it read. */
export function createUserAgentParser(): UserAgentParser {
  const remembered = new Map<string, UserAgentFacts>();
  return (agent) => {
    const known = remembered.get(agent);
    if (known) return known;
    const read = readAgent(agent);
    if (remembered.size >= rememberedAgents) remembered.clear();
    remembered.set(agent, read);
    return read;
  };
}

/** Whole agents only: many of its patterns fit browsers of people as well. */
const seenCrawlers = new Set(crawlers.flatMap(({ instances }) => instances));

function readAgent(agent: string): UserAgentFacts {
  if (isbot(agent) || seenCrawlers.has(agent)) return { isMachine: true, device: '', browser: '' };
  const { platform, browser } = Bowser.parse(agent);
  const device = ['desktop', 'mobile', 'tablet'].find((kind) => kind === platform.type) ?? '';
  return { isMachine: false, device, browser: (browser.name ?? '').slice(0, 40) };
}
