import { href } from 'react-router';
import type { ReactNode } from 'react';

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
    <main className="grid min-h-dvh place-items-center px-4 py-10">
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
    </main>
  );
}
