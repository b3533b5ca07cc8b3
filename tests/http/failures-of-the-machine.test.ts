import { failuresOfTheMachine } from '#tests/faults/failures.ts';
import { testShortForms } from '#tests/faults/short-forms.ts';

/** `npm run test:faults` is the long form. */
testShortForms(failuresOfTheMachine);
