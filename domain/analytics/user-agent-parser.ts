import Bowser from 'bowser';
import { isbot } from 'isbot';

/** The name that a user agent gives itself; '' where it is not known. */
type UserAgentFacts = {
  /** By the patterns of `isbot`, and of a few programs that it does not know. */
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

/** Programs that `isbot` does not know. */
const otherMachines =
  /\b(?:Code|Trae)\/[\d.]+ Chrome\/|GTmetrix$|\bYLT\b|Miniature\.io\/|\bFluid\/|TSM-turingos|\bMetaIAB\b|\bNV\/1$/;

function readAgent(agent: string): UserAgentFacts {
  if (isbot(agent) || otherMachines.test(agent)) return { isMachine: true, device: '', browser: '' };
  const { platform, browser } = Bowser.parse(agent);
  const device = ['desktop', 'mobile', 'tablet'].find((kind) => kind === platform.type) ?? '';
  return { isMachine: false, device, browser: (browser.name ?? '').slice(0, 40) };
}
