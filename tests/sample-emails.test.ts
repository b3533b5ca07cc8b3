import { globSync } from 'node:fs';

import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, test } from 'vitest';

import { siteName, withBrand } from '#domain/email/compose-email.ts';
import { sampleEmails } from './sample-emails.ts';
import { project, readText } from '#tests/project.ts';

const origin = 'https://firm.test';
const hostile = {
  name: 'Eve\r\nBcc: victim@elsewhere.test',
  subject: 'Hi\u2028X-Header: 1\u0000 <b>',
  text: `<img src=x onerror=alert(1)>\n</blockquote><a href="https://evil.test">Open</a> "quoted"`,
  industry: '<script>alert(1)</script>',
  funding: '</td></table><b>',
};

const emails = Object.entries(sampleEmails(origin));

test('every composer of the domain has a sample', () => {
  const composers = globSync('domain/**/*.ts', { cwd: project })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => readText(file).match(/(?<=^export function )compose\w+/gm) ?? [])
    .filter((name) => name !== 'composeEmail');
  const samples = emails.map(([name]) => name);
  // The two kinds of messages are one composer, and the newsletter's is named by its folder.
  expect(composers.length).toBeGreaterThan(5);
  expect(samples).toHaveLength(composers.length + 1);
});

describe.each(emails)('%s', (name, email) => {
  // The email of a post has the links and images of the post: domain/post-emails/compose-post-email.test.ts.
  const isPost = name === 'post-email';

  test.skipIf(isPost)('says the same in text and in HTML, with one link, to our own place', () => {
    expect(email.subject).not.toBe('');
    const { links, text } = readHtml(email.html);
    expect(links).toHaveLength(1);
    expect(links[0]?.startsWith(`${origin}/`)).toBe(true);
    expect(email.text).toContain(links[0]);
    for (const line of email.text.split('\n')) {
      const isAddressOrRule = line.startsWith(origin) || line === '----';
      if (!isAddressOrRule)
        expect(text).toContain(squeezed(line.replace(/^([A-Z][\w ]+): /, '$1 ').replace(/:$/, '')));
    }
  });

  test('what people typed becomes neither a header nor markup', () => {
    const dangerous = sampleEmails(origin, hostile)[name];
    if (!dangerous) throw new Error('It has no sample.');
    for (const text of [dangerous.to, dangerous.subject, dangerous.replyTo ?? '']) {
      expect(text).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    }
    const before = readHtml(email.html);
    const after = readHtml(dangerous.html);
    expect(after.links).toEqual(before.links);
    expect(after.names).toEqual(expect.not.arrayContaining(['img', 'b', 'script']));
  });

  test('carries the name, the accent, the logo and the address of the site', () => {
    const brand = {
      name: 'Firm & Co',
      accent: '#123456',
      logo: `${origin}/a"b`,
      postalAddress: '1 Pier\n<b>',
    };
    const { subject, html, text } = withBrand(email, brand);
    if (!isPost) {
      expect(html).toContain(`<img src="${origin}/a&quot;b" width="32" height="32" alt=""`);
      expect(html).toContain('Firm &amp; Co<br>\n1 Pier<br>\n&lt;b&gt;</p>');
      expect(text).toContain('Firm & Co\n1 Pier\n<b>\n');
    }
    if (!isPost) expect(text.startsWith('Firm & Co\n\n')).toBe(true);
    const lines = [subject, ...text.split('\n').filter((line) => !line.startsWith(origin))].join('\n');
    if (!isPost) expect(lines).not.toMatch(/(?<!@)firm\.test/);
    expect(subject).not.toContain(siteName);
    expect(text).not.toContain(siteName);
    for (const word of isPost ? ['Firm', '#005f73'] : ['Firm &amp; Co', '#123456'])
      expect(html).toContain(word);
    expect(html + text).not.toMatch(/\{[a-z]+-[a-z]+\}|<accent>|<logo>/);
  });

  test.skipIf(isPost)('loads nothing but the logo, whose address is the same for every reader', () => {
    const logo = `${origin}/logo.png`;
    const { html } = withBrand(email, { name: 'Firm', logo });
    expect(html.match(/<img src="[^"]*"/g)).toEqual([`<img src="${logo}"`]);
    expect(html.replace('<img', '')).not.toMatch(/<(?:img|link|script|style|iframe)|url\(|@import/i);
    expect(withBrand(email, { name: 'Firm' }).html).not.toContain('<img');
  });
});

test('an application shows the visitor’s words after everything that is ours', () => {
  const { text } = sampleEmails(origin, hostile)['jv-application'] ?? { text: '' };
  expect(text.endsWith(`----\n\n${hostile.text}\n`)).toBe(true);
});

test('line breaks of a message stay line breaks', () => {
  expect(sampleEmails(origin)['contact-message']?.html).toContain('islands.<br>\n');
});

/** The text and links that a reader of the HTML sees. */
function readHtml(html: string): { text: string; links: string[]; names: string[] } {
  const links: string[] = [];
  const names: string[] = [];
  let text = '';
  const walk = (node: DefaultTreeAdapterTypes.ChildNode): void => {
    if (node.nodeName === '#text' && 'value' in node) text += ` ${node.value}`;
    if (!('childNodes' in node)) return;
    names.push(node.nodeName);
    if (node.nodeName === 'a') links.push(node.attrs.find((attr) => attr.name === 'href')?.value ?? '');
    for (const child of node.childNodes) walk(child);
  };
  for (const node of parse(html).childNodes) walk(node);
  return { text: squeezed(text), links, names };
}

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
