import { isLong } from './long.ts';

/** One way to make an input longer and longer. `n` counts characters, roughly. */
export type Shape = { name: string; make: (n: number) => string };

export type Growth = {
  shape: string;
  /** CPU milliseconds for a quarter, a half and the whole of the largest input. */
  milliseconds: [number, number, number];
  /** Exponent of the time over the size: 1 is linear, 2 is quadratic. */
  exponent: number;
};

/**
 * Below this, in CPU milliseconds for the largest input, nothing can be said about growth, and nothing has to be. The shorter
 * inputs of `npm test` need a part of the time.
 */
const negligible = isLong ? 100 : 25;

/**
 * How the CPU time of `run` grows with inputs of n, 2n and 4n characters, where 4n is `largest`. A single run of the
 * largest input decides whether there is anything to measure; a measurement is the least of several, and a suspicious one
 * is taken again, because other work on the machine can only make it worse.
 *
 * @param suspicious from which exponent on it is measured again
 * @returns null where the largest input costs next to nothing
 */
export async function growthOf(
  run: (input: string) => unknown,
  shape: Shape,
  { largest, suspicious }: { largest: number; suspicious: number },
): Promise<Growth | null> {
  // Ascending, so that a parser that grows too fast is found out before it takes minutes.
  let [before, first, second] = [Infinity, 0, 0];
  for (const part of [64, 16, 4, 2]) {
    const now = await cpuMilliseconds(run, shape.make(largest / part));
    if (now > 500 && now > before * (part === 2 ? 3 : 9))
      return {
        shape: shape.name,
        milliseconds: [before, now, Number.NaN],
        exponent: Math.log2(now / before),
      };
    // Even cubic growth would stay negligible.
    if (part <= 4 && now * part ** 3 < negligible) return null;
    if (part === 4) first = now;
    else second = now;
    before = now;
  }
  const inputs = [largest / 4, largest / 2, largest].map((n) => shape.make(n));
  const whole = inputs[2] ?? '';
  const third = await cpuMilliseconds(run, whole);
  if (third < negligible) return null;

  const milliseconds: [number, number, number] = [first, second, third];
  let exponent = exponentOf(milliseconds);
  for (let attempt = 0; attempt < 6 && (attempt < 1 || exponent > suspicious); attempt += 1) {
    // An effect that makes the smallest run slow, such as a compilation, would hide growth; the others are taken again
    // if need be.
    for (const [index, input] of (attempt < 1 ? inputs.slice(0, 1) : inputs).entries())
      milliseconds[index] = Math.min(milliseconds[index] ?? Infinity, await cpuMilliseconds(run, input));
    exponent = exponentOf(milliseconds);
  }
  return milliseconds[2] < negligible ? null : { shape: shape.name, milliseconds, exponent };
}

/** Over both doublings: what an optimizing compiler or a garbage collection adds to one of them weighs less. */
function exponentOf([quarter, , whole]: readonly [number, number, number]): number {
  return Math.log2(whole / Math.max(quarter, 0.01)) / 2;
}

/** The time of this thread alone, so that other processes and threads do not count. */
async function cpuMilliseconds(run: (input: string) => unknown, input: string): Promise<number> {
  const begin = process.threadCpuUsage();
  await run(input);
  const { user, system } = process.threadCpuUsage(begin);
  return (user + system) / 1000;
}

/** The same over and over. */
export const repeated = (unit: string): Shape => ({
  name: JSON.stringify(unit.length > 40 ? `${unit.slice(0, 40)}…` : unit),
  make: (n) => unit.repeat(Math.ceil(n / unit.length)),
});

/** A beginning, then the same over and over, then an end. */
const between = (begin: string, unit: string, end: string): Shape => ({
  name: JSON.stringify(`${begin.slice(-40)}${unit}…${end}`),
  make: (n) => begin + unit.repeat(Math.ceil(n / unit.length)) + end,
});

/** Each time another one: names, ids and words that no two have in common. */
const counted = (name: string, unit: (index: number) => string): Shape => ({
  name,
  make: (n) => {
    let text = '';
    for (let index = 0; text.length < n; index += 1) text += unit(index);
    return text;
  },
});

/** Inputs made to slow a parser down, whatever it parses. */
export const hostileShapes: readonly Shape[] = [
  ...[
    'a', 'A', 'é', '小', '👩‍👩‍👧', '\u0301', '\uD800', '\uFDFA', ' ', '\t', '\n', '\r\n', '\u00A0', '\u200B', '0', '-', '--', '- ', '.', '..',
    '/', '//', '/../', '\\', ',', ';', ':', '=', '&', '#', '%', '%2f', '%25', '?', '@', 'a@', 'a.', "'", '"', '""', '`', '*', '**',
    '_', '~', '|', '|-', '(', ')', '[', ']', '[]', '](', '[a](', '{', '}', '<', '>', '<>', '</', '<!', '<!--', '<![CDATA[', '&amp;',
    '&#', '&#x1;', '<a', '<a ', '<a>', '</a>', '<b>', '<i><b>', '<p>', '</p>', '<div>', '</div>', '<span>', '<br>', '<li>', '<ul>',
    '<ul><li>', '<td>', '<table>', '<tr><td>', '<h2>', '<h2>Same</h2>', '<pre>', '<img>', '<style', '<style>', '<script', '<title>',
    '<!--[if ', '<!--[if x]>', 'a b ', 'a,b\n', 'a;', '"a",', 'a=b&', 'a=b; ', 'q=0;', 'the ', "it's ", 'http://', 'https://a.b/ ',
    '<p>x', '<p></p>', '\n\n', '\n- ', '> ', '1. ', '# ', '```', '_a', '<!--more', '[gallery]', '[^1]', '{{<', '{%', 'Mozilla/5.0 (', 'Chrome/1 ', 'a='.repeat(30), '=1;', ';=1', ';  ',
  ].map(repeated),
  between('<', 'a', ''), between('<a ', 'a', '>'), between('<a href="', 'a', '">x</a>'), between('"', 'a', ''), between('"', '""', '"'),
  between('', ' ', 'x'), between('x', ' ', 'x'), between('a|b|\n', '-', 'x'), between('', '|', '\nx'), between('[', 'a', '](x'),
  between('<div>'.repeat(300) + '<', 'a', ''), between('<div>'.repeat(300), '<a', ''), between('<p style="', 'color:red;', '">x</p>'),
  between('<p class="', 'a ', '">x</p>'), between('<table><tr>', '<td>', ''), between('<figure>', '<p>x</p><figcaption>y</figcaption>', '</figure>'),
  between('<ul>', '<li>x<ul>', ''), between('<h2>', 'a<b>', '</h2>'), between('<pre><code class="language-js">', 'a', '</code></pre>'),
  between('rgb(', '1', ''), between('rgb(1', ' ', ''), between('bytes=', '1', 'x'), between('/', 'a/', ''),
  counted('distinct fields', (n) => `f${n}=x&`), counted('distinct words', (n) => `w${n.toString(36)} `),
  counted('distinct cookies', (n) => `c${n}=x; `), counted('distinct ids', (n) => `<p id="i${n}">x</p>`),
  counted('distinct headings', (n) => `<h2>h ${n}</h2>`), counted('links to headings', (n) => `<a href="#h-${n}">x</a>`),
  counted('distinct attributes', (n) => (n === 0 ? '<p ' : `a${n}=x `)), counted('distinct tags', (n) => `<x${n}>`),
  counted('addresses', (n) => `user${n}@firm.test\n`), counted('numbered headings', (n) => `<h2>a${'-2'.repeat(n % 9)}</h2>`),
  counted('nested formatting', (n) => ['<b>', '<i>', '<u>x', '<s>'][n % 4] ?? ''), counted('misnested', (n) => ['<b>x', '<p>', '</b>', '</p>'][n % 4] ?? ''),
  counted('distinct keys', (n) => `k${n}: x\n`), counted('footnotes', (n) => `a[^${n}]\n\n[^${n}]: b\n\n`),
  counted('quoted rows', (n) => `"a${n}","b ""c""",d\r\n`),
]; // prettier-ignore
