import { formClientAction } from '../actions/form-client-action.ts';
import { Screen } from '../frame/screen.tsx';
import { termFailures, termWords } from './term-messages.ts';
import { termAction, termLoader } from './term-screen-server.ts';
import { TermScreen } from './term-screen.tsx';

export const loader = termLoader('tag');

export const action = termAction('tag');

export const clientAction = formClientAction(termFailures('tag'));

export const handle = new Screen('Tags', termWords.tag.loadFailure);

export default TermScreen;
