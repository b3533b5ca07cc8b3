import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { FailingScreen, keepLoaded, loadOrKeep, ScreenFailure } from '../frame/screen-failure.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import type { Route } from './+types/list';
import { termFailures, termWords } from '../taxonomy/term-messages.ts';
import { loadTerms, termAction } from '../taxonomy/term-screen-server.ts';
import { TermScreen, type LoadedTerms } from '../taxonomy/term-screen.tsx';

const { loadFailure } = termWords.author;

export const loader = screenLoader(loadFailure, (domain, { url }) => loadTerms(domain, 'author', url));

export const clientLoader = (args: Route.ClientLoaderArgs) => loadOrKeep(args);

export const action = termAction('author');

export const clientAction = formClientAction(termFailures('author'));

export const handle = new FailingScreen('Authors', loadFailure);

export const meta = () => screenMeta('Authors');

export default keepLoaded(function Authors({ loaderData }: { loaderData: LoadedTerms }) {
  return <TermScreen kind="author" loaded={loaderData} />;
});

export const ErrorBoundary = ScreenFailure;
