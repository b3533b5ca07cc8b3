import { data, href } from 'react-router';

import { Screen } from './screen.tsx';

/** Any address under /admin that is no screen. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export const handle = new Screen('Page not found', 'There is no page at this address.', {
  back: { to: href('/admin'), label: 'Back to Dashboard' },
});

export { ScreenFailure as ErrorBoundary } from './screen.tsx';
