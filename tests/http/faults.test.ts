import { faultsOfTheSite } from '#tests/faults/faults.ts';
import { testShortForms } from '#tests/faults/short-forms.ts';

/** `npm run test:faults` is the long form. */
testShortForms(faultsOfTheSite);
