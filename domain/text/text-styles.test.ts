import { describe, expect, test } from 'vitest';

import { looksClass, readLooks } from './text-styles.ts';

describe('looks', () => {
  test.each([
    [{ class: 'font-serif size-huge' }, { font: 'serif', size: 'huge' }],
    [{ class: 'fixed inset-0 size-enormous colour-url' }, {}],
    [{ class: 'ql-size-large ql-font-monospace' }, { size: 'large', font: 'monospace' }],
    [{ class: 'ql-align-center ql-indent-3' }, { align: 'centre', indent: '3' }],
    [{ class: 'has-text-align-center' }, { align: 'centre' }],
    [{ class: 'aligncenter size-medium' }, { align: 'centre' }],
    [{ style: 'color:#0a0' }, { colour: 'green' }],
    [{ style: 'COLOR: Navy !important; text-align: JUSTIFY' }, { colour: 'blue', align: 'justify' }],
    [{ style: 'color:black;background-color:white' }, {}],
    [{ style: 'color:rgba(255, 0, 0, 0)' }, {}],
    [{ style: 'background-color:#f5f5f5;color:#777' }, { colour: 'grey' }],
    [{ style: 'font-size:10px' }, { size: 'small' }],
    [{ style: 'font-size:12pt' }, {}],
    [{ style: 'font-size:1.5em' }, { size: 'large' }],
    [{ style: 'font-size:48px' }, { size: 'huge' }],
    [{ style: 'font-family:"Courier New", monospace' }, { font: 'monospace' }],
    [{ style: 'margin-left:3em;position:fixed' }, {}],
    [
      { color: 'red', face: 'Times' },
      { colour: 'red', font: 'serif' },
    ],
    [{ align: 'RIGHT' }, { align: 'right' }],
    [{ align: 'left' }, {}],
  ])('%j', (attributes, looks) => {
    expect(readLooks(attributes)).toEqual(looks);
  });

  test('the first word wins: our own class before a style', () => {
    expect(readLooks({ class: 'colour-blue', style: 'color:red' })).toEqual({ colour: 'blue' });
  });

  test('only what an element may have is written, always in one order', () => {
    const looks = readLooks({ class: 'background-red colour-blue font-serif indent-1' });
    expect(looksClass(looks, ['font', 'size', 'colour', 'background'])).toBe(
      'font-serif colour-blue background-red',
    );
    expect(looksClass(looks, ['align'])).toBeNull();
  });
});
