import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { Screen } from '../frame/screen.tsx';
import { termFailures, termWords } from './term-messages.ts';
import { loadTerms, termAction } from './term-screen-server.ts';
import { TermScreen, type LoadedTerms } from './term-screen.tsx';

const { loadFailure } = termWords.category;

export const loader = screenLoader(loadFailure, (domain, { url }) => loadTerms(domain, 'category', url));

export const action = termAction('category');

export const clientAction = formClientAction(termFailures('category'));

export const handle = new Screen('Categories', loadFailure);

export default function Categories({ loaderData }: { loaderData: LoadedTerms }) {
  return <TermScreen kind="category" loaded={loaderData} />;
}
