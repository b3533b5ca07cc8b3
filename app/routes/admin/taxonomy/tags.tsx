import type { Route } from './+types/tags';
import { formClientAction } from '../actions/form-client-action.ts';
import { FailingScreen, ScreenFailure } from '../frame/screen-failure.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import { loadTerms, termAction } from './term-screen-server.ts';
import { TermScreen } from './term-screen.tsx';
import { termFailures, termWords } from './term-messages.ts';

export function loader({ url, context }: Route.LoaderArgs) {
  return loadTerms('tag', url, context);
}

export const action = termAction('tag');

export const clientAction = formClientAction(termFailures('tag'));

export const handle = new FailingScreen('Tags', termWords.tag.loadFailure);

export function meta() {
  return screenMeta('Tags');
}

export default function Tags({ loaderData }: Route.ComponentProps) {
  return <TermScreen kind="tag" {...loaderData} />;
}

export const ErrorBoundary = ScreenFailure;
