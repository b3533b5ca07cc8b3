import { fullDisk } from '#tests/faults/disk.ts';
import { failuresOfTheSite } from '#tests/faults/failures.ts';
import { testShortForms } from '#tests/faults/short-forms.ts';
import { kills } from '#tests/faults/signals.ts';
import { isLong } from '#tests/long.ts';

/** `npm run test:faults` is the long form. */
testShortForms(isLong ? failuresOfTheSite : [...kills, fullDisk]);
