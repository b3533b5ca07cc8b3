import { formClientAction } from '../actions/form-client-action.ts';
import { Screen } from '../frame/screen.tsx';
import { termFailures, termWords } from '../taxonomy/term-messages.ts';
import { termAction, termLoader } from '../taxonomy/term-screen-server.ts';
import { TermScreen } from '../taxonomy/term-screen.tsx';

export const loader = termLoader('author');

export const action = termAction('author');

export const clientAction = formClientAction(termFailures('author'));

export const handle = new Screen('Authors', termWords.author.loadFailure);

export default TermScreen;
