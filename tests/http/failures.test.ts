import { failuresOfTheSite } from '#tests/faults/failures.ts';
import { testShortForms } from '#tests/faults/short-forms.ts';
import { kills } from '#tests/faults/signals.ts';
import { isLong } from '#tests/long.ts';

/** `npm run test:faults` is the long form; `tests/http/image-uploads.test.ts` fills a disk in `npm test`. */
testShortForms(isLong ? failuresOfTheSite : kills);
