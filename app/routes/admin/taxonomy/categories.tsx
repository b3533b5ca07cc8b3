import type { Route } from './+types/categories';
import { FailingScreen, ScreenFailure } from '../frame/screen-failure.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import { sendTermForm } from './send-term-form.ts';
import { handleTermForm, loadTerms } from './term-requests.ts';
import { TermScreen } from './term-screen.tsx';
import { termWords } from './term-messages.ts';

export function loader({ url, context }: Route.LoaderArgs) {
  return loadTerms('category', url, context);
}

export function action({ request, context }: Route.ActionArgs) {
  return handleTermForm('category', request, context);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return sendTermForm('category', request, serverAction);
}

export const handle = new FailingScreen('Categories', termWords.category.loadFailure);

export function meta() {
  return screenMeta('Categories');
}

export default function Categories({ loaderData }: Route.ComponentProps) {
  return <TermScreen kind="category" {...loaderData} />;
}

export const ErrorBoundary = ScreenFailure;
