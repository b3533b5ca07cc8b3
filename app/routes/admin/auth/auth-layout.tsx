import { Link, href } from 'react-router';
import type { ReactNode } from 'react';

import { buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { ActionResult } from '../actions/action-result.ts';
import { SingleSignOnLink } from '../factors/single-sign-on-link.tsx';
import { singleSignOnAddress } from './single-sign-on-address.ts';
// oxlint-disable-next-line import/default -- the rule reads main.ts; `?worker&url` makes it the address of a script bundled on its own
import script from './script/main.ts?worker&url';

/** The plain frame of the screens before the admin, such as sign-in and set-up. */
export function AuthLayout({
  title,
  text,
  children,
}: {
  title: string;
  text: ReactNode;
  children: ReactNode;
}) {
  return (
    <main data-auth className="grid min-h-dvh place-items-center px-4 py-10">
      <title>{`${title} · Admin`}</title>
      <div className="grid w-full max-w-sm gap-5">
        <div className="grid gap-5 rounded-lg border border-line bg-surface p-6">
          <header className="grid gap-1">
            <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
            <p className="text-ink-soft wrap-anywhere">{text}</p>
          </header>
          {children}
        </div>
        <a
          href={href('/')}
          className="justify-self-center rounded-sm text-ink-soft underline-offset-4 hover:text-ink hover:underline"
        >
          ← Back to main site
        </a>
      </div>
      <script type="module" src={script} />
    </main>
  );
}

/** A screen that only says something and leads on. @param to the login, unless it is given */
export function AuthMessage({
  title,
  text,
  to = href('/admin/login'),
  label = 'Admin Login',
  isPrimary = false,
}: {
  title: string;
  text: string;
  to?: string;
  label?: string;
  isPrimary?: boolean;
}) {
  return (
    <AuthLayout title={title} text={text}>
      <Link to={to} className={buttonClass(isPrimary ? 'primary' : 'secondary')}>
        {label}
      </Link>
    </AuthLayout>
  );
}

/** In the place of a screen that asks for a password, where none is used. */
export function OnlySingleSignOn({
  title = 'This site uses no passwords',
  text = 'You sign in with single sign-on. If you forgot the password of that account, change it where the account is managed.',
  result,
}: {
  title?: string;
  text?: ReactNode;
  /** The error of a form that was sent all the same. */
  result?: ActionResult | undefined;
}) {
  return (
    <AuthLayout title={title} text={text}>
      {result?.ok === false && <Notice>{result.message}</Notice>}
      <SingleSignOnLink to={singleSignOnAddress(null)} isPrimary />
    </AuthLayout>
  );
}
