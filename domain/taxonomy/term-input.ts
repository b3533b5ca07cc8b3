import { z } from 'zod';

import { optionalLine, optionalText, requiredLine } from '#domain/text/fields.ts';

const termInput = z.object({
  name: requiredLine('Name', 120, 'Please enter a name.'),
  slug: optionalLine('Slug', 120),
});

/** Input of the dialogs. A tag has no description: one that is sent is ignored. */
export const termInputs = {
  category: termInput.extend({ description: optionalText('Description', 2_000) }),
  tag: termInput.transform((tag) => ({ ...tag, description: null })),
};
