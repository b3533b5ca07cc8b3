import type { Route } from './+types/accent';
import { nothingHere } from '#app/http/site-file.ts';
import { isHexColor, isReadableAccent } from '#domain/site/accent-color.ts';

/** The style sheet follows from its address, so it can be kept forever. */
export function loader({ params: { colors } }: Route.LoaderArgs) {
  const [, light, dark] = /^([^-]*)-([^-]*)\.css$/.exec(colors) ?? [];
  const [inLight, inDark] = [`#${light}`, `#${dark}`];
  const isAccent =
    isHexColor(inLight) &&
    isHexColor(inDark) &&
    isReadableAccent(inLight, 'light') &&
    isReadableAccent(inDark, 'dark');
  if (!isAccent) return nothingHere();
  return new Response(`:root{--color-signal:light-dark(${inLight},${inDark})}`, {
    headers: {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  });
}
