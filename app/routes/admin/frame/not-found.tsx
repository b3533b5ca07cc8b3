import { Link, data, href } from 'react-router';

import { buttonClass } from '#app/ui/button.tsx';
import { Screen } from './screen.tsx';

export function loader() {
  return data(null, { status: 404 });
}

export const handle = new Screen('Page not found');

/** Any address under /admin that is no screen. */
export default function NotFound() {
  return (
    <div className="grid justify-items-center gap-3 py-20 text-center">
      <p className="font-mono text-ink-soft">404</p>
      <h1 className="text-xl font-semibold tracking-tight">Page not found</h1>
      <p className="text-ink-soft">There is no page at this address.</p>
      <Link to={href('/admin')} className={buttonClass('secondary', 'mt-2')}>
        Back to Dashboard
      </Link>
    </div>
  );
}
