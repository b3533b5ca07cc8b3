import { describe, expect, test } from 'vitest';

import { styleClass, parseTextStyles } from './text-styles.ts';

describe('looks', () => {
  test.each([
    [{ class: 'font-serif size-huge' }, { font: 'serif', size: 'huge' }],
    [{ class: 'fixed inset-0 size-enormous color-url' }, {}],
    [{ class: 'ql-size-large ql-font-monospace' }, { size: 'large', font: 'monospace' }],
    [{ class: 'ql-align-center ql-indent-3' }, { align: 'center', indent: '3' }],
    [{ class: 'has-text-align-center' }, { align: 'center' }],
    [{ class: 'aligncenter size-medium' }, { align: 'center' }],
    [{ style: 'color:#0a0' }, { color: 'green' }],
    [{ style: 'COLOR: Navy !important; text-align: JUSTIFY' }, { color: 'blue', align: 'justify' }],
    [{ style: 'color:black;background-color:white' }, {}],
    [{ style: 'color:rgba(255, 0, 0, 0)' }, {}],
    [{ style: 'background-color:#f5f5f5;color:#777' }, { color: 'gray' }],
    [{ style: 'font-size:10px' }, { size: 'small' }],
    [{ style: 'font-size:12pt' }, {}],
    [{ style: 'font-size:1.5em' }, { size: 'large' }],
    [{ style: 'font-size:48px' }, { size: 'huge' }],
    [{ style: 'font-family:"Courier New", monospace' }, { font: 'monospace' }],
    [{ style: 'margin-left:3em;position:fixed' }, {}],
    [
      { color: 'red', face: 'Times' },
      { color: 'red', font: 'serif' },
    ],
    [{ align: 'RIGHT' }, { align: 'right' }],
    [{ align: 'left' }, {}],
  ])('%j', (attributes, looks) => {
    expect(parseTextStyles(attributes)).toEqual(looks);
  });

  test('the first word wins: our own class before a style', () => {
    expect(parseTextStyles({ class: 'color-blue', style: 'color:red' })).toEqual({ color: 'blue' });
  });

  test('only what an element may have is written, always in one order', () => {
    const looks = parseTextStyles({ class: 'background-red color-blue font-serif indent-1' });
    expect(styleClass(looks, ['font', 'size', 'color', 'background'])).toBe(
      'font-serif color-blue background-red',
    );
    expect(styleClass(looks, ['align'])).toBeNull();
  });
});
