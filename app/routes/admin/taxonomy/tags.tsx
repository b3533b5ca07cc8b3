import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { Screen } from '../frame/screen.tsx';
import { termFailures, termWords } from './term-messages.ts';
import { loadTerms, termAction } from './term-screen-server.ts';
import { TermScreen, type LoadedTerms } from './term-screen.tsx';

const { loadFailure } = termWords.tag;

export const loader = screenLoader(loadFailure, (domain, { url }) => loadTerms(domain, 'tag', url));

export const action = termAction('tag');

export const clientAction = formClientAction(termFailures('tag'));

export const handle = new Screen('Tags', loadFailure);

export default function Tags({ loaderData }: { loaderData: LoadedTerms }) {
  return <TermScreen kind="tag" loaded={loaderData} />;
}
