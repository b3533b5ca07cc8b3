import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { textStyleClass, fontNames, sizeNames, alignments, widthNames, maxIndent } from './text-styles.ts';
import { contrastOf as contrast, oklchFromHex } from './color.ts';
import { nearestColor, palette } from './palette.ts';

const css = readFileSync(new URL('../../app/prose.css', import.meta.url), 'utf8');

/** The lightest and darkest grounds of app/tokens.css: paper, surface and sunken, light and dark. */
const grounds = { light: ['#fbf7f0', '#fffdfa', '#f2eee5'], dark: ['#0a172a', '#122136', '#061122'] };
const inks = { light: '#251c16', dark: '#e9f1f8' };

describe.each(['light', 'dark'] as const)('on the %s page', (scheme) => {
  test('every text color reads well, and every background under ordinary text', () => {
    for (const { text, background } of Object.values(palette)) {
      for (const ground of grounds[scheme]) expect(contrastOf(text[scheme], ground)).toBeGreaterThan(7);
      expect(contrastOf(inks[scheme], background[scheme])).toBeGreaterThan(7);
    }
  });

  test('no two of the colors are too alike to read, one on the other', () => {
    for (const { text } of Object.values(palette))
      for (const { background } of Object.values(palette))
        expect(contrastOf(text[scheme], background[scheme])).toBeGreaterThan(4.5);
  });
});

const contrastOf = (one: string, other: string) => contrast(oklchFromHex(one), oklchFromHex(other));

describe('the style sheet', () => {
  test.each(Object.entries(palette))('shows %s as the palette has it', (name, { text, background }) => {
    expect(declarationOf(textStyleClass('color', name))).toBe(
      `color: light-dark(${text.light}, ${text.dark});`,
    );
    expect(declarationOf(textStyleClass('background', name))).toBe(
      `background-color: light-dark(${background.light}, ${background.dark});`,
    );
  });

  test('knows every other look', () => {
    const classes = [
      ...fontNames.map((name) => textStyleClass('font', name)),
      ...sizeNames.map((name) => textStyleClass('size', name)),
      ...alignments.map((name) => textStyleClass('align', name)),
      ...widthNames.map((name) => textStyleClass('width', name)),
      ...Array.from({ length: maxIndent }, (_, index) => textStyleClass('indent', String(index + 1))),
    ];
    for (const name of classes) expect(css).toContain(`.${name} {`);
  });
});

function declarationOf(className: string): string | undefined {
  return new RegExp(`\\.${className} \\{\\s*([^}]*?)\\s*\\}`).exec(css)?.[1];
}

test.each([
  ['#e60000', 'red'],
  ['#f90', 'orange'],
  ['#ffff00', 'yellow'],
  ['rgb(0, 138, 0)', 'green'],
  ['rgb(0 102 204 / 80%)', 'blue'],
  ['#9933ff', 'purple'],
  ['hotpink', null],
  ['#ff69b4', 'pink'],
  ['#888', 'gray'],
  ['#000', null],
  ['#fff', null],
  ['windowtext', null],
  ['url(x)', null],
  ['rgba(255,0,0,0)', null],
])('the nearest color of %s is %s', (color, name) => {
  expect(nearestColor(color)).toBe(name);
});
