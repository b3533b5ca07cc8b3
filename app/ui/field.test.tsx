import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { SelectField } from './field.tsx';

test('a select whose label is hidden still has its label, and shows its hint and error', () => {
  const markup = renderToStaticMarkup(
    <SelectField id="account" label="Account" hiddenLabel hint="Who may sign in." error="Taken." />,
  );
  expect(markup).toContain('<label for="account" class="sr-only">Account</label>');
  expect(markup).toContain('aria-describedby="account-error account-hint"');
  expect(markup).toMatch(/id="account-error"[^>]*>Taken\..*id="account-hint"[^>]*>Who may sign in\./);
});
