import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { FailingScreen, keepLoaded, loadOrKeep, ScreenFailure } from '../frame/screen-failure.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import type { Route } from './+types/categories';
import { termFailures, termWords } from './term-messages.ts';
import { loadTerms, termAction } from './term-screen-server.ts';
import { TermScreen, type LoadedTerms } from './term-screen.tsx';

const { loadFailure } = termWords.category;

export const loader = screenLoader(loadFailure, (domain, { url }) => loadTerms(domain, 'category', url));

export const clientLoader = (args: Route.ClientLoaderArgs) => loadOrKeep(args);

export const action = termAction('category');

export const clientAction = formClientAction(termFailures('category'));

export const handle = new FailingScreen('Categories', loadFailure);

export const meta = () => screenMeta('Categories');

export default keepLoaded(function Categories({ loaderData }: { loaderData: LoadedTerms }) {
  return <TermScreen kind="category" loaded={loaderData} />;
});

export const ErrorBoundary = ScreenFailure;
