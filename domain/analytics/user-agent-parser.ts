import Bowser from 'bowser';
import { isbot } from 'isbot';

/** The names that a user agent gives itself, '' where one is not known; null for a machine. */
type UserAgentFacts = { device: string; browser: string } | null;

export type UserAgentParser = (agent: string) => UserAgentFacts;

/** Reading an agent costs as much as storing its view: a site sees the same few all day. */
const rememberedAgents = 2_000;

/** Reads user agents and remembers what it read. */
export function createUserAgentParser(): UserAgentParser {
  const remembered = new Map<string, UserAgentFacts>();
  return (agent) => {
    const known = remembered.get(agent);
    if (known !== undefined) return known;
    const read = readAgent(agent);
    if (remembered.size >= rememberedAgents) remembered.clear();
    remembered.set(agent, read);
    return read;
  };
}

/** Programs that `isbot` does not know. */
const otherMachines =
  /\b(?:Code|Trae)\/[\d.]+ Chrome\/|GTmetrix$|\bYLT\b|Miniature\.io\/|\bFluid\/|TSM-turingos|\bMetaIAB\b|\bNV\/1$/;

function readAgent(agent: string): UserAgentFacts {
  if (isbot(agent) || otherMachines.test(agent)) return null;
  const { platform, browser } = Bowser.parse(agent);
  const device = ['desktop', 'mobile', 'tablet'].find((kind) => kind === platform.type) ?? '';
  return { device, browser: (browser.name ?? '').slice(0, 40) };
}
