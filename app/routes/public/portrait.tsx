import { inWidth } from '#domain/images/image-address.ts';

/** The figures behind the initials. The name chooses, so that a person has the same one on every page. */
const figures = [
  'M100 8 180 146H20ZM100 192 20 54H180Z',
  'M35 35H165V165H35ZM100 8 192 100 100 192 8 100Z',
  'M100 8 187 71 154 174H46L13 71ZM100 192V8M13 71 154 174M187 71 46 174',
];

/** A portrait, or the initials where there is none. @param portrait its address, or '' */
export function Portrait({ name, portrait }: { name: string; portrait: string }) {
  const label = `Portrait of ${name}`;
  if (portrait !== '') {
    const src = inWidth(portrait, 640);
    return <img className="portrait" src={src} alt={label} loading="lazy" width={640} height={640} />;
  }
  const initials = initialsOf(name);
  return (
    <svg className="portrait" viewBox="0 0 200 200" role="img" aria-label={label}>
      <path className="fine" d={`M0 100H200M100 0V200${figures[name.length % figures.length] ?? ''}`} />
      <circle className="fine" cx="100" cy="100" r="92" />
      <circle className="face" cx="100" cy="100" r="60" />
      <text x="100" y="119" textAnchor="middle">
        {initials}
      </text>
    </svg>
  );
}

/** Of the first and the last word: as many as the circle has room for. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0] ?? '').join('');
}
