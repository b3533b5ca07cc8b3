import { expect, test } from 'vitest';

import { payloads } from '#tests/xss-payloads.ts';
import { sanitizeSvg } from './sanitize-svg.ts';
import { svgLimits } from './svg-limits.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const svg = (inner: string, attributes = 'viewBox="0 0 10 10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`;

function kept(text: string): string {
  const result = sanitizeSvg(bytes(text));
  if ('refusal' in result) throw new Error(result.refusal);
  return result.svg;
}

function refusal(text: string): string {
  const result = sanitizeSvg(bytes(text));
  return 'refusal' in result ? result.refusal : `kept as ${result.svg}`;
}

test('an SVG of a drawing program keeps its drawing, with its styles as attributes, and loses the rest', () => {
  const drawn = kept(`<?xml version="1.0" encoding="utf-8"?>
    <!-- Generator: Adobe Illustrator 27.0 -->
    <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
    <svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/"
      x="0px" y="0px" width="200px" height="100px" viewBox="0 0 200 100" xml:space="preserve">
      <title>Our <b>logo</b></title><metadata><rdf:RDF/></metadata><inkscape:namedview id="a"/>
      <style type="text/css">
        /* comment */ .st0{fill:#C82E0B;stroke:none} .st0,.st1{stroke-width:2px} #ring{opacity:.5}
      </style>
      <defs><linearGradient id="g" gradientUnits="userSpaceOnUse" x1="0" x2="1"><stop offset="0" style="stop-color:#FFF"/></linearGradient></defs>
      <g inkscape:label="x" transform="translate(1,2)"><path class="st0 st1" data-name="a" d="M0,0l10-5.5e1z"/></g>
      <circle id="ring" cx="5" cy="5" r="4" style="fill: url('#g'); -inkscape-font-specification: x"/>
      <use xlink:href="#ring"/>
    </svg>`);
  expect(drawn).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="512" viewBox="0 0 200 100">' +
      '<defs><linearGradient id="g" gradientUnits="userSpaceOnUse" x1="0" x2="1"><stop offset="0" stop-color="#FFF"/></linearGradient></defs>' +
      '<g transform="translate(1,2)"><path d="M0,0l10-5.5e1z" fill="#C82E0B" stroke="none" stroke-width="2px"/></g>' +
      '<circle id="ring" cx="5" cy="5" r="4" opacity=".5" fill="url(#g)"/><use href="#ring"/></svg>\n',
  );
});

test('what was sanitized stays as it is', () => {
  const once = kept(svg('<defs><path id="a" d="M0 0h9"/></defs><use href="#a" style="fill:RED"/>'));
  expect(kept(once)).toBe(once);
});

test('styles win over attributes, ids over classes, later rules over earlier ones', () => {
  const css =
    '#a{fill:#001} .x{fill:#002;stroke:#003} .y{stroke:#004} .x{stroke-width:5} path{stroke-width:6}';
  expect(kept(svg(`<style>${css}</style><path id="a" class="y x" fill="#009" d="M0 0h9"/>`))).toContain(
    'fill="#001" d="M0 0h9" stroke-width="5" stroke="#004"',
  );
});

const box = '<rect width="9" height="9"/>';
const hostile: [name: string, text: string, message: RegExp][] = [
  ['a script', svg(`${box}<script>alert(1)</script>`), /script/],
  ['a script in CDATA', svg(`${box}<script><![CDATA[alert(1)]]></script>`), /script/],
  ['a script of another file', svg(`${box}<script xlink:href="https://attacker.test/x.js"/>`), /script/],
  ['onload', svg(box, 'viewBox="0 0 10 10" onload="alert(1)"'), /script/],
  ['OnClick on a shape', svg('<rect width="9" height="9" OnClick="alert(1)"/>'), /script/],
  ['a link to javascript:', svg(`<a href="javascript:alert(1)">${box}</a>`), /link/],
  ['use of javascript:', svg('<use href="javascript:alert(1)"/>'), /another file/],
  ['use of another file', svg('<use xlink:href="https://attacker.test/x.svg#a"/>'), /another file/],
  ['use of a data address', svg('<use href="data:image/svg+xml,&lt;svg/&gt;#x"/>'), /another file/],
  ['a gradient of another file', svg('<linearGradient href="//attacker.test/a#b"/>'), /another file/],
  ['an image', svg('<image href="https://attacker.test/pixel.gif"/>'), /image of pixels/],
  ['an image of HTML', svg('<img src=x onerror=alert(1)>'), /HTML/],
  ['foreignObject', svg('<foreignObject><iframe srcdoc="x"/></foreignObject>'), /foreignObject/],
  [
    'a fill from another file',
    svg('<rect width="9" height="9" fill="url(https://attacker.test/#a)"/>'),
    /another file/,
  ],
  ['a fill from a file beside it', svg('<rect width="9" height="9" fill="url(a.svg#b)"/>'), /another file/],
  ['a style with a background', svg('<rect style="background:url(//attacker.test/x)"/>'), /another file/],
  ['@import', svg(`<style>@import "https://attacker.test/x.css";</style>${box}`), /another file/],
  [
    '@font-face',
    svg(`<style>@font-face{src:url(https://attacker.test/f)}</style>${box}`),
    /another file|style rule/,
  ],
  ['a rule with a selector of its own', svg(`<style>g > rect:hover{fill:red}</style>${box}`), /style rule/],
  ['an animation', svg(`${box}<animate attributeName="href" values="javascript:alert(1)"/>`), /animated/],
  ['set', svg(`${box}<set attributeName="onclick" to="alert(1)"/>`), /animated/],
  ['text', svg('<text>Firm</text>'), /outlines/],
  ['a filter', svg('<filter id="a"><feImage href="https://attacker.test/x"/></filter>'), /filters/],
  ['a handler element', svg('<handler type="text/javascript">alert(1)</handler>'), /“handler”/],
  ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg(box)}`, /entities/],
  ['an entity bomb', `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>${svg('&b;')}`, /entities/],
  ['an external entity', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('&x;')}`, /entities/],
  [
    'a doctype from another file',
    `<!DOCTYPE svg SYSTEM "https://attacker.test/x.dtd" [ ]>${svg(box)}`,
    /entities/,
  ],
  ['no size', svg(box, ''), /how large/],
  ['a size of no number', svg(box, 'viewBox="0 0 NaN 1e999"'), /how large/],
  ['a huge size', svg(box, 'viewBox="0 0 1e300 1"'), /how large/],
  ['a negative size', svg(box, 'viewBox="0 0 -5 5"'), /how large/],
  ['nothing drawn', svg('<defs/>'), /no drawing/],
  ['a prefix', '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:rect/></svg:svg>', /no drawing/],
  ['HTML', '<!doctype html><svg><rect/></svg><p>', /HTML/],
  ['too many elements', svg(box.repeat(svgLimits.elements)), /too complex/],
  ['too deep', svg(`${'<g>'.repeat(100)}${box}${'</g>'.repeat(100)}`), /too complex/],
  ['too large', svg(`<path d="M${'0 '.repeat(svgLimits.bytes / 2)}"/>`), /larger than 200 KB/],
  ['references in a circle', svg('<g id="a"><use href="#a"/></g>'), /too complex/],
  ['a mask of itself', svg(`<mask id="a"><rect mask="url(#a)"/></mask>${box}`), /too complex/],
];

test.each(hostile)('%s is refused in words', (_name, text, message) => {
  expect(refusal(text)).toMatch(message);
});

test('references that draw each other again and again are refused', () => {
  const levels = Array.from(
    { length: 12 },
    (_, n) => `<g id="g${n + 1}">${`<use href="#g${n}"/>`.repeat(10)}</g>`,
  );
  expect(refusal(svg(`<g id="g0">${box}</g>${levels.join('')}<use href="#g12"/>`))).toMatch(/too complex/);
});

test('bytes that are not UTF-8 are refused', () => {
  const utf16 = new Uint8Array(Buffer.from(`\ufeff${svg(box)}`, 'utf16le'));
  expect(sanitizeSvg(utf16)).toEqual({ refusal: 'This SVG is not saved as UTF-8. Please export it again.' });
});

test('a drawing of 20,000 pixels is stored as one of 1,024', () => {
  const result = sanitizeSvg(bytes(svg(box, 'width="20000" height="5000"')));
  expect(result).toMatchObject({ width: 1024, height: 256 });
  expect('svg' in result && result.svg).toContain('width="1024" height="256" viewBox="0 0 20000 5000"');
});

/** What a stored drawing may consist of, written apart from the sanitizer. */
const inert =
  /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"(?:(?: [a-zA-Z][a-zA-Z0-9-]*="[^"<>&:;\\]*")*\/?>|<\/?[a-zA-Z]+|\n)*$/;

test.each([
  ['inside', (payload: string) => svg(`${box}${payload}`)],
  [
    'as an attribute',
    (payload: string) => svg(`<rect width="9" height="9" fill="${payload}" id='${payload}'/>`),
  ],
  ['as a style', (payload: string) => svg(`<rect width="9" height="9" style="fill:${payload}"/>`)],
  ['in a style sheet', (payload: string) => svg(`<style>rect{fill:${payload}}</style>${box}`)],
  ['in metadata', (payload: string) => svg(`<title>${payload}</title><metadata>${payload}</metadata>${box}`)],
])('every attack %s is refused or gone', (_place, around) => {
  expect(payloads.length).toBeGreaterThan(50);
  const left = payloads.flatMap((payload) => {
    const result = sanitizeSvg(bytes(around(payload)));
    if ('refusal' in result) return [];
    const isHarmless =
      inert.test(result.svg) && !/script|foreign|href="(?!#)|url\((?!#)|\son|style/i.test(result.svg);
    return isHarmless ? [] : [result.svg];
  });
  expect(left).toEqual([]);
});
