import type { Route } from './+types/categories';
import { formClientAction } from '../actions/form-client-action.ts';
import { FailingScreen, ScreenFailure } from '../frame/screen-failure.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import { loadTerms, termAction } from './term-screen-server.ts';
import { TermScreen } from './term-screen.tsx';
import { termFailures, termWords } from './term-messages.ts';

export function loader({ url, context }: Route.LoaderArgs) {
  return loadTerms('category', url, context);
}

export const action = termAction('category');

export const clientAction = formClientAction(termFailures('category'));

export const handle = new FailingScreen('Categories', termWords.category.loadFailure);

export function meta() {
  return screenMeta('Categories');
}

export default function Categories({ loaderData }: Route.ComponentProps) {
  return <TermScreen kind="category" {...loaderData} />;
}

export const ErrorBoundary = ScreenFailure;
