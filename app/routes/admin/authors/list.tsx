import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { Screen } from '../frame/screen.tsx';
import { termFailures, termWords } from '../taxonomy/term-messages.ts';
import { loadTerms, termAction } from '../taxonomy/term-screen-server.ts';
import { TermScreen, type LoadedTerms } from '../taxonomy/term-screen.tsx';

const { loadFailure } = termWords.author;

export const loader = screenLoader(loadFailure, (domain, { url }) => loadTerms(domain, 'author', url));

export const action = termAction('author');

export const clientAction = formClientAction(termFailures('author'));

export const handle = new Screen('Authors', loadFailure);

export default function Authors({ loaderData }: { loaderData: LoadedTerms }) {
  return <TermScreen kind="author" loaded={loaderData} />;
}
