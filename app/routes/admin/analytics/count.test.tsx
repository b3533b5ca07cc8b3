import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { Count } from './count.tsx';

test('a count below 1,000 is exact; above, it is abbreviated and the exact figure is its tooltip', () => {
  expect(renderToStaticMarkup(<Count value={999} />)).toBe('<span>999</span>');
  expect(renderToStaticMarkup(<Count value={41_797} />)).toBe('<span title="41,797">41.8K</span>');
});
