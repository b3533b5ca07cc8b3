import { expect, test } from 'vitest';

import { labelOfField } from './field-words.ts';
import { defaultWords, defaultsOf, documentNames, fieldsOf, sectionsOf } from './site-words.ts';
import { checkDocument, editedValues, imagesOf, parseDocument, valuesFrom } from './document-values.ts';

test.each(documentNames)('the defaults of the document %s are valid as they are', (name) => {
  expect(checkDocument(name, defaultsOf(name))).toEqual({ values: defaultsOf(name), errors: {} });
  expect(editedValues(name, defaultsOf(name))).toEqual({});
});

test('no two fields of a document have the same name', () => {
  for (const name of documentNames) {
    const fields = sectionsOf(name).flatMap(({ fields: all }) => all.map(([key]) => key));
    expect(new Set(fields).size).toBe(fields.length);
    expect(Object.keys(defaultWords[name]).toSorted()).toEqual(fields.toSorted());
  }
});

test('no two fields of a document have the same label where they are compared', () => {
  for (const name of documentNames) {
    const labels = [...fieldsOf(name).keys()].map((key) => labelOfField(name, key));
    expect(new Set(labels).size, name).toBe(labels.length);
  }
  expect(labelOfField('about', 'teamHeading')).toBe('Team: Heading');
  expect(labelOfField('about', 'mission')).toBe('Mission');
});

test('a document without a field keeps its default, so that an upgrade can add one', () => {
  const values = valuesFrom('general', { name: 'Boatworks' });
  expect(values).toEqual({ ...defaultsOf('general'), name: 'Boatworks' });
  expect(editedValues('general', values)).toEqual({ name: 'Boatworks' });
});

test('what the database holds is not trusted: a field that cannot be shown has its default', () => {
  const stored = {
    name: { toString: 'x' },
    tagline: 'a'.repeat(10_000),
    offices: 'Berlin',
    social: [{ label: 'Evil', address: 'javascript:alert(1)' }],
    unknown: 'x',
    email: 'owner@firm.example',
  };
  expect(valuesFrom('general', stored)).toEqual({ ...defaultsOf('general'), email: 'owner@firm.example' });
});

test('parseDocument names every wrong field at once, by its path', () => {
  const { errors } = checkDocument('about', {
    ...defaultsOf('about'),
    mission: '',
    team: [
      { ...person, name: 'a'.repeat(10_000) },
      { ...person, profileAddress: 'javascript:alert(1)', portrait: 'https://evil.example/a.png' },
    ],
  });
  expect(errors).toEqual({
    mission: 'Please enter mission.',
    'team.0.name': 'Name must be at most 100 characters long.',
    'team.1.portrait': 'Please choose an image of the library.',
    'team.1.profileAddress': 'Profile address must begin with /, https://, http://, mailto: or tel:.',
  });
  expect(() => parseDocument('about', { mission: '' })).toThrow('Please enter mission.');
});

test('a text of the editor is clean when it is written and when it is read, and must have words', () => {
  const body = '<p onclick="x">Hi<script>alert(1)</script> <a href="javascript:x">you</a></p>';
  const clean = '<p>Hi you</p>';
  expect(parseDocument('privacy', { body })['body']).toBe(clean);
  expect(valuesFrom('privacy', { body })['body']).toBe(clean);
  expect(Object.keys(checkDocument('terms', { body: '<p> </p>' }).errors)).toEqual(['body']);
  expect(Object.keys(checkDocument('terms', { body: `<p>${'x'.repeat(100_000)}</p>` }).errors)).toEqual([
    'body',
  ]);
  const src = '/storage/blog-images/editor-images/00000000000000000001.png';
  expect(
    imagesOf('privacy', parseDocument('privacy', { body: `<p>A</p><p><img src="${src}"></p>` })),
  ).toEqual([src]);
});

test('a list with more entries than it may have is refused before its entries are looked at', () => {
  const team = Array.from({ length: 100_000 }, () => ({ ...person, name: '' }));
  expect(checkDocument('about', { team }).errors).toEqual({ team: 'Team must have at most 48 entries.' });
  expect(checkDocument('home', { fallbackCards: [] }).errors).toEqual({
    fallbackCards: 'Cards must have exactly 2 entries.',
  });
});

test.each(['JaVaScRiPt:alert(1)', '//evil.example', '/\\evil.example', 'data:text/html,x', 'about'])(
  'an entry of the navigation cannot lead to %s',
  (address) => {
    const header = [{ label: 'Go', address, isVisible: true }];
    expect(Object.keys(checkDocument('navigation', { header }).errors)).toEqual(['header.0.address']);
  },
);

test('a page with a fixed name keeps it, an address without a name needs a label', () => {
  const header = [
    { label: 'Journal', address: '/blog', isVisible: true },
    { label: 'Blog', address: '/blog', isVisible: true },
    { label: '', address: '/careers', isVisible: true },
    { label: 'Partners', address: '/jv-program', isVisible: false },
  ];
  expect(checkDocument('navigation', { header }).errors).toEqual({
    'header.0.label': 'This page is always called Blog. Leave the label empty.',
    'header.2.label': 'Please enter a label for this address.',
  });
});

test('imagesOf finds the images in the entries of lists', () => {
  const portrait = '/storage/blog-images/editor-images/00000000000000000001.png';
  expect(imagesOf('about', parseDocument('about', { team: [{ ...person, portrait }, person] }))).toEqual([
    portrait,
  ]);
});

const person = { name: 'Ann', role: 'Engineer', bio: '', portrait: '', profileLabel: '', profileAddress: '' };
