import { formClientAction } from '../actions/form-client-action.ts';
import { Screen } from '../frame/screen.tsx';
import { termFailures, termWords } from './term-messages.ts';
import { termAction, termLoader } from './term-screen-server.ts';
import { TermScreen } from './term-screen.tsx';

export const loader = termLoader('category');

export const action = termAction('category');

export const clientAction = formClientAction(termFailures('category'));

export const handle = new Screen('Categories', termWords.category.loadFailure);

export default TermScreen;
