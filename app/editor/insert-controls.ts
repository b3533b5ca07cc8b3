import { Image, SquarePlay } from 'lucide-react';

import type { Control } from './controls.ts';

/** Entries of the `/` menu that open a dialog or a file picker. */
export function imageControl(choose: () => void): Control {
  return { name: 'Image', icon: Image, run: choose };
}

export function videoControl(ask: () => void): Control {
  return { name: 'Video', icon: SquarePlay, run: ask };
}
