import type { Route } from './+types/tags';
import { FailingScreen, ScreenFailure } from '../frame/screen-failure.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import { sendTermForm } from './send-term-form.ts';
import { handleTermForm, loadTerms } from './term-requests.ts';
import { TermScreen } from './term-screen.tsx';
import { termWords } from './term-messages.ts';

export function loader({ url, context }: Route.LoaderArgs) {
  return loadTerms('tag', url, context);
}

export function action({ request, context }: Route.ActionArgs) {
  return handleTermForm('tag', request, context);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return sendTermForm('tag', request, serverAction);
}

export const handle = new FailingScreen('Tags', termWords.tag.loadFailure);

export function meta() {
  return screenMeta('Tags');
}

export default function Tags({ loaderData }: Route.ComponentProps) {
  return <TermScreen kind="tag" {...loaderData} />;
}

export const ErrorBoundary = ScreenFailure;
