import { encode } from 'uqr';

/** A QR code as an SVG path in a square of `size` modules, with the quiet zone of the standard around it. */
export type QrCode = { size: number; path: string };

/** Draws a text as a QR code. */
export function qrCodePath(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size, path };
}
