import { Film, Image } from 'lucide-react';

import type { Control } from './controls.ts';

/** What opens something first: for the `/` menu. */
export function imageControl(choose: () => void): Control {
  return { name: 'Image', icon: Image, run: choose };
}

export function videoControl(ask: () => void): Control {
  return { name: 'Video', icon: Film, run: ask };
}
