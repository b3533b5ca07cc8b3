import start from './spam-start.json' with { type: 'json' };

/** The number of messages of each kind, or of those that have a sign. */
export type Seen = { spam: number; genuine: number };

/** Something of a message that is weighed. */
export type Sign = { kind: 'word' | 'host' | 'number'; text: string };

const maxSigns = 300;
const maxWordLength = 24;

/** Each word, host of a link and length of a number in a text, once: at most 300. Pure. */
export function signsOf(text: string): Sign[] {
  const signs = new Map<string, Sign>();
  const add = (kind: Sign['kind'], found: string) => {
    if (signs.size < maxSigns) signs.set(`${kind} ${found}`, { kind, text: found });
  };
  const words = text.replaceAll(/(?:https?:\/\/|\bwww\.)[^\s<>"'[\]()]+/gi, (link) => {
    const url = URL.parse(link.startsWith('http') ? link : `http://${link}`);
    if (url) add('host', url.hostname.replace(/^www\./, ''));
    return ' ';
  });
  for (const [found] of words.toLowerCase().matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*|[$£€]/gu)) {
    if (/^\p{N}+$/u.test(found)) add('number', String(Math.min(found.length, 8)));
    else add('word', found.replaceAll('’', "'").slice(0, maxWordLength));
  }
  return [...signs.values()];
}

/** Shares of messages with a word, in thousandths, of spam and of genuine ones: see `scripts/spam-start.ts`. */
const startShares: ReadonlyMap<string, readonly number[]> = new Map(Object.entries(start));
/** The start counts as this number of messages of each kind, and as this number that have a word of it. */
const startMessages = 30;
const startSightings = 20;
/** The share of messages that have a word of which nothing is known. */
const unknownShare = 1 / 1_500;
/** A word is never surer than as if so many genuine messages had it: what was seen once may be chance. */
const chance = 0.3;
/** Spam alone teaches little, until genuine messages show what both have in common. */
const trustedSpam = 60;
/** A text of which genuine messages have fewer words may be in a language that only spam came in. */
const knownLanguage = 0.3;
const maxWeighed = 20;

/** The odds from which a text is spam: the more was learned, the surer it must be. Pure. */
export function spamThreshold({ spam }: Seen): number {
  return 4.2 + Math.min(spam, 200) / 100;
}

/**
 * The log of the odds that a text is spam, and the signs that say so most. Words of a language that no genuine message was in
 * do not count. Pure.
 * @param seenOf in how many messages that this firm marked a sign was
 * @param total how many those are
 */
export function weighSigns(signs: readonly Sign[], seenOf: (sign: Sign) => Seen, total: Seen) {
  const words = signs.filter(({ kind, text }) => kind === 'word' && /\p{L}/u.test(text));
  const known = words.filter(
    (sign) => seenOf(sign).genuine > 0 || (startShares.get(sign.text)?.[1] ?? 0) > 0,
  );
  const isLanguageKnown = known.length >= words.length * knownLanguage;
  const weights = signs
    .filter(({ kind }) => isLanguageKnown || kind === 'host')
    .map((sign) => ({ sign, weight: weightOf(sign, seenOf(sign), total) }))
    .toSorted((one, other) => Math.abs(other.weight) - Math.abs(one.weight))
    .slice(0, maxWeighed);
  return {
    odds: weights.reduce((sum, { weight }) => sum + weight, 0),
    telling: weights.filter(({ weight }) => weight > 0.7).map(({ sign }) => sign),
  };
}

function weightOf({ kind, text }: Sign, { spam, genuine }: Seen, total: Seen): number {
  const shares = kind === 'word' ? startShares.get(text) : undefined;
  const [startSpam = unknownShare, startGenuine = unknownShare] = (shares ?? []).map(
    (share) => share / 1_000 + unknownShare,
  );
  const ofSpam = (spam + startMessages * startSpam) / (total.spam + startMessages);
  const ofGenuine =
    (genuine + startMessages * startGenuine) / (total.genuine + startMessages) +
    chance / (Math.min(total.spam, total.genuine) + startMessages);
  const sightings = spam + genuine + (shares ? startSightings : 0);
  const share = (0.5 + (sightings * ofSpam) / (ofSpam + ofGenuine)) / (1 + sightings);
  const trust = spam > 0 ? Math.min(1, (total.genuine + trustedSpam) / (total.spam + trustedSpam)) : 1;
  return trust * Math.log(share / (1 - share));
}
