import { inWidth } from '#domain/images/image-address.ts';

/** The figures behind the initials. The name chooses, so that a person has the same one on every page. */
const figures = [
  'M100 8 180 146H20ZM100 192 20 54H180Z',
  'M35 35H165V165H35ZM100 8 192 100 100 192 8 100Z',
  'M100 8 187 71 154 174H46L13 71ZM100 192V8M13 71 154 174M187 71 46 174',
];

/** A portrait, over a drawing that is seen while it loads; the initials where there is none. */
export function Portrait({ name, portrait }: { name: string; portrait: string }) {
  const label = `Portrait of ${name}`;
  const hasImage = portrait !== '';
  return (
    <div className="portrait">
      <svg
        viewBox="0 0 200 200"
        {...(hasImage ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      >
        <path className="fine" d={`M0 100H200M100 0V200${figures[name.length % figures.length] ?? ''}`} />
        <circle className="fine" cx="100" cy="100" r="92" />
        {!hasImage && (
          <>
            <circle className="face" cx="100" cy="100" r="60" />
            <text x="100" y="119" textAnchor="middle">
              {initialsOf(name)}
            </text>
          </>
        )}
      </svg>
      {hasImage && <img src={inWidth(portrait, 640)} alt={label} loading="lazy" width={640} height={640} />}
    </div>
  );
}

/** Initials of the first and the last word: as many as the circle has room for. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0] ?? '').join('');
}
