import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { FailingScreen, keepLoaded, loadOrKeep, ScreenFailure } from '../frame/screen-failure.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import type { Route } from './+types/tags';
import { termFailures, termWords } from './term-messages.ts';
import { loadTerms, termAction } from './term-screen-server.ts';
import { TermScreen, type LoadedTerms } from './term-screen.tsx';

const { loadFailure } = termWords.tag;

export const loader = screenLoader(loadFailure, (domain, { url }) => loadTerms(domain, 'tag', url));

export const clientLoader = (args: Route.ClientLoaderArgs) => loadOrKeep(args);

export const action = termAction('tag');

export const clientAction = formClientAction(termFailures('tag'));

export const handle = new FailingScreen('Tags', loadFailure);

export const meta = () => screenMeta('Tags');

export default keepLoaded(function Tags({ loaderData }: { loaderData: LoadedTerms }) {
  return <TermScreen kind="tag" loaded={loaderData} />;
});

export const ErrorBoundary = ScreenFailure;
