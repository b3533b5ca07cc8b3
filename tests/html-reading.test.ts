import { execFileSync } from 'node:child_process';

import { expect, test } from 'vitest';

import { project, readText } from '#tests/project.ts';

/** Files that look for a tag in what is no body, or not yet: the marks of a source before the parser gets it. */
const beforeParsing = {
  'app/editor/paste/paste-source.ts': 'conditional comments of Word',
  'domain/html/parse-html.ts': 'nesting that is too deep for the parser',
  'domain/images/detect-type.ts': 'an SVG file',
  'domain/imports/code-element.ts': 'code with characters that no parser would keep',
  'domain/imports/markdown/markdown-body.ts': 'comments of template languages',
  'domain/imports/markdown/template-tags.ts': 'components of MDX',
  'domain/imports/plain-words.ts': 'words about tags in a title',
  'domain/imports/read-source.ts': 'the first tag of an export',
  'domain/imports/wordpress/hold-code.ts': 'code and comments of WordPress',
  'domain/imports/wordpress/paragraphs.ts': 'blank lines of WordPress',
  'domain/imports/wordpress/wordpress-body.ts': 'block comments and blank lines of WordPress',
  'domain/messages/classify-spam.ts': 'links in the plain text of a message',
};

const regularExpression = /(?<=[(,=:?!&|]\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/g;

/** The regular expressions of a file that look for a tag; a `<` within brackets is one character among others. */
function tagExpressions(file: string): string[] {
  return Array.from(readText(file).matchAll(regularExpression), ([found]) => found).filter((found) =>
    found
      .replaceAll(/\[(?:\\.|[^\]\\])*\]/g, '')
      .replaceAll('(?<', '')
      .includes('<'),
  );
}

test('a body is read as a tree, never by regular expressions', () => {
  const files = execFileSync('git', ['ls-files', 'app', 'domain'], { cwd: project, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'));
  const reading = files.filter((file) => tagExpressions(file).length > 0);
  expect(reading).toEqual(Object.keys(beforeParsing));
});
