import { useState, type KeyboardEvent, type MouseEvent } from 'react';

const step = 5;
/** In rem. */
const highest = 18;

/**
 * The whole image with the point that stays visible where pages crop it. A press sets the point; arrow keys move it.
 */
export function FocalPoint({
  src,
  width,
  height,
  x,
  y,
  onChange,
}: {
  src: string;
  width: number;
  height: number;
  /** Percent from the left and from the top. */
  x: number;
  y: number;
  onChange: (x: number, y: number) => void;
}) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return <p className="text-ink-soft">The image cannot be shown.</p>;

  function press(event: MouseEvent<HTMLButtonElement>) {
    // A press by key has no place.
    if (event.detail === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    onChange(
      percent((event.clientX - box.left) / box.width),
      percent((event.clientY - box.top) / box.height),
    );
  }

  function move(event: KeyboardEvent) {
    const [dx, dy] = arrows[event.key] ?? [0, 0];
    if (dx === 0 && dy === 0) return;
    event.preventDefault();
    onChange(percent((x + dx * step) / 100), percent((y + dy * step) / 100));
  }

  return (
    <button
      type="button"
      onClick={press}
      onKeyDown={move}
      aria-label={`Focal point: ${x}% from the left, ${y}% from the top. Arrow keys move it.`}
      title="Click the most important point of the image"
      className="relative mx-auto block max-w-full cursor-crosshair overflow-hidden rounded-md border border-line bg-sunken"
    >
      <img
        src={src}
        alt=""
        width={width}
        height={height}
        onError={() => setIsBroken(true)}
        // Its room is there before it is: nothing below it moves away from a press.
        style={{ width: `min(${width}px, ${(highest * width) / height}rem)` }}
        className="block h-auto max-w-full"
      />
      <span
        style={{ left: `${x}%`, top: `${y}%` }}
        className="pointer-events-none absolute size-5 -translate-1/2 rounded-full border-3 border-[#fff] bg-signal shadow-[0_0_0_1px_rgb(0_0_0/0.7),0_1px_6px_rgb(0_0_0/0.5)]"
      />
    </button>
  );
}

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function percent(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 100);
}
