const spots = [
  { x: 96, y: 214 },
  { x: 340, y: 96 },
  { x: 430, y: 300 },
  { x: 220, y: 330 },
];

/** The firm's places as a surveyor would note them: how they hang together, not where they lie. */
export function PlaceMap({ places }: { places: string[] }) {
  const stations = places.flatMap((place, index) => {
    const spot = spots[index];
    return spot ? [{ place, ...spot }] : [];
  });
  const outline = stations.map(({ x, y }) => `${x} ${y}`).join('L');
  return (
    <figure className="place-map">
      <svg viewBox="0 0 560 400" role="img" aria-label={`${places.join(', ')}, joined by lines`}>
        <path className="fine" d="M0 100H560M0 200H560M0 300H560M140 0V400M280 0V400M420 0V400" />
        <path className="dots" d={`M${outline}Z`} />
        {stations.map(({ place, x, y }, index) => (
          <g key={place}>
            <circle className="fine" cx={x} cy={y} r={34 + index * 12} />
            <path className="line" d={`M${x - 10} ${y}h20M${x} ${y - 10}v20`} />
            <circle className={index === 0 ? 'signal' : 'face'} cx={x} cy={y} r="6" />
            <text x={x} y={y - 18} textAnchor="middle">
              {place}
            </text>
          </g>
        ))}
      </svg>
      <figcaption className="note">
        <span>Map Location</span>
        <span>not to scale</span>
      </figcaption>
    </figure>
  );
}
