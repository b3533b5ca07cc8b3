import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { FieldErrorsContext, SelectField, TextField } from './field.tsx';

test('a select whose label is hidden still has its label, and shows its hint and error', () => {
  const markup = renderToStaticMarkup(
    <SelectField id="account" label="Account" hiddenLabel hint="Who may sign in." error="Taken." />,
  );
  expect(markup).toContain('<label for="account" class="sr-only">Account</label>');
  expect(markup).toContain('aria-describedby="account-error account-hint"');
  expect(markup).toMatch(/id="account-error"[^>]*>Taken\..*id="account-hint"[^>]*>Who may sign in\./);
});

test('a field shows the error that the form around it has for its name', () => {
  const markup = renderToStaticMarkup(
    <FieldErrorsContext value={{ email: 'Unknown address.' }}>
      <TextField label="Email" name="email" />
      <TextField label="Name" name="name" />
    </FieldErrorsContext>,
  );
  expect(markup.match(/aria-invalid="true"|Unknown address\./g)).toEqual([
    'aria-invalid="true"',
    'Unknown address.',
  ]);
});
