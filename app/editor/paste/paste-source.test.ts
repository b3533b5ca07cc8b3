import { expect, test } from 'vitest';

import { withoutStyles, withoutWordMarks } from './paste-source.ts';

test('withoutStyles takes out style sheets and sets style attributes aside', () => {
  expect(withoutStyles('<style>p{}</style ><p style="a" STYLE = b>style="c"</p><STYLE>x</STYLE>y')).toBe(
    '<p data-style="a" data-style= b>style="c"</p>y',
  );
});

test('withoutStyles reads over a > in a quoted value and leaves an unfinished tag alone', () => {
  expect(withoutStyles('<a title=">" style="x">y</a><b style="z" title="')).toBe(
    '<a title=">" data-style="x">y</a><b style="z" title="',
  );
  expect(withoutStyles('<style>p{}')).toBe('<style>p{}');
});

test('withoutWordMarks takes out what only Word reads and keeps what stands for others', () => {
  expect(
    withoutWordMarks(
      '<!--[if gte mso 9]><xml>a</xml><![endif]--><p><![if !supportLists]>1.<![endif]>x<o:p></o:p></p>' +
        '<!--[if !supportLists]-->2.<!--[endif]-->',
    ),
  ).toBe('<p><span data-bullet>1.</span>x</p><span data-bullet>2.</span>');
});

test('withoutWordMarks leaves as many spans open as it closes around a footnote', () => {
  expect(withoutWordMarks('<span><![if !supportFootnotes]>[1]<![endif]></span>')).toBe(
    '<span><span>[1]</span></span>',
  );
  expect(withoutWordMarks('<!--[if !supportFootnotes]-->[1]<!--[endif]-->')).toBe('<span>[1]</span>');
});
