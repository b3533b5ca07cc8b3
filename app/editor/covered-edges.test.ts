import { describe, expect, test } from 'vitest';

import { coveredEdges, scrollDistance } from './covered-edges.ts';

const screen = { top: 0, bottom: 900 };

describe('coveredEdges', () => {
  test('counts a bar at each end, with a gap', () => {
    const bars = { top: { top: 100, bottom: 140 }, bottom: { top: 864, bottom: 900 } };
    expect(coveredEdges(screen, screen, bars)).toEqual({ top: 148, bottom: 44 });
  });

  test('counts the on-screen keyboard and what the visual viewport has moved past', () => {
    const bars = { top: { top: 0, bottom: 40 }, bottom: { top: 864, bottom: 900 } };
    expect(coveredEdges(screen, { top: 60, bottom: 560 }, bars)).toEqual({ top: 68, bottom: 384 });
  });

  test('counts a lower bar that has not reached its place yet', () => {
    expect(coveredEdges(screen, screen, { bottom: { top: 890, bottom: 940 } })).toEqual({
      top: 8,
      bottom: 58,
    });
  });
});

describe('scrollDistance', () => {
  const covered = { top: 100, bottom: 50 };
  test.each([
    ['a line in view', { top: 400, bottom: 420 }, 0],
    ['a line under the upper bar', { top: 60, bottom: 80 }, -40],
    ['a line under the lower bar', { top: 870, bottom: 890 }, 40],
    ['a block higher than the view', { top: 300, bottom: 1600 }, 200],
  ])('%s', (_, line, distance) => {
    expect(scrollDistance(line, screen, covered)).toBe(distance);
  });
});
