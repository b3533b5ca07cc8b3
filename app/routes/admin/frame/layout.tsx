import { Menu as MenuIcon } from 'lucide-react';
import type { Role } from '#domain/core/permissions.ts';
import { isKind, type PostKind } from '#domain/core/kinds.ts';
import { useEffect, useRef, useState, type RefObject } from 'react';
import {
  Outlet,
  useLocation,
  useMatches,
  useNavigation,
  type ShouldRevalidateFunctionArgs,
  href,
} from 'react-router';

import type { Route } from './+types/layout';
import { requireActor } from '#domain/core/context.ts';
import { noMenuFacts, readMenuFacts } from '#domain/dashboard/menu-facts.ts';
import { fieldOf } from '#app/http/field-of.ts';
import { hydrated } from '#app/http/hydration.ts';
import { domainContext } from '#app/http/request-context.ts';
import { requireAdmin } from '#app/http/require-admin.ts';
import { readSiteWords } from '#app/http/site-words.ts';
import { takeToastValue } from '#app/http/toast.ts';
import { IconButton } from '#app/ui/button.tsx';
import { accentAddress } from '#app/http/accent-address.ts';
import { Toaster, useToast } from '#app/ui/toaster.tsx';
import { useDoubleClicks } from '#app/ui/use-double-clicks.ts';
import { useFocusOnClick } from '#app/ui/use-focus-on-click.ts';
import { ProofProvider } from '../factors/proof-dialog.tsx';
import { CommandMenu } from './command-menu.tsx';
import { keepShown, useKeptShown } from './keep-shown.ts';
import { readRedirectToast } from './redirect-toasts.ts';
import { loadingMessage, sectionName } from './sections.ts';
import { ScreenFailure, ScreenTitle } from './screen.tsx';
import { UndoProvider } from './undo-provider.tsx';
import { Sidebar } from './sidebar.tsx';
import { useReturnedPage } from './use-returned-page.ts';
import stylesheet from '../admin.css?url';

export const handle = hydrated;

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepShown];

/** No page of the admin is for search engines. */
export const meta = () => [{ name: 'robots', content: 'noindex, nofollow' }];

/** Its existence also makes the middleware run for the data of every screen. */
export async function loader({ context }: Route.LoaderArgs) {
  const domain = context.get(domainContext);
  const { userId, email, role } = requireActor(domain);
  // A figure beside a link is never worth a screen.
  const facts = await readMenuFacts(domain).catch(() => noMenuFacts);
  const { general, brand } = readSiteWords(context, ['general', 'brand']);
  return {
    siteName: general.name,
    accent: accentAddress(brand),
    userId,
    email,
    role,
    ...facts,
    timeZone: domain.timeZone,
  };
}

/** The frame changes with the screen, and when a message was read; a failure elsewhere never reaches it. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formAction,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  if (formAction?.startsWith(href('/admin/messages'))) return defaultShouldRevalidate;
  return defaultShouldRevalidate && currentUrl.pathname !== nextUrl.pathname;
}

export function links() {
  return [{ rel: 'stylesheet', href: stylesheet }];
}

const sidebarId = 'admin-sidebar';
const contentId = 'content';

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Toaster>
      <ProofProvider email={loaderData.email}>
        <UndoProvider>
          <Frame signedIn={loaderData} />
        </UndoProvider>
      </ProofProvider>
    </Toaster>
  );
}

function Frame({ signedIn }: { signedIn: Route.ComponentProps['loaderData'] }) {
  const { pathname } = useLocation();
  const section = sectionName(
    pathname,
    useMatches()
      .map(kindOf)
      .find((kind) => kind !== null) ?? null,
  );
  const navigation = useNavigation();
  const coming = navigation.state === 'loading' ? navigation.location.pathname : null;
  const isLong = useIsLong(coming !== null && coming !== pathname);
  const { isDrawerOpen, menuButton, onToggle } = useDrawer();
  useFocusOnNewScreen(pathname);
  useFocusWhenLost();
  useRedirectToast(signedIn.timeZone);
  useDoubleClicks();
  useFocusOnClick();
  useReturnedPage(signedIn.userId);
  useKeptShown();

  return (
    <div className="min-h-dvh lg:flex">
      {signedIn.accent && <link rel="stylesheet" href={signedIn.accent} precedence="brand" />}
      <ScreenTitle />
      <a
        href={`#${contentId}`}
        inert={isDrawerOpen}
        className="sr-only rounded-md bg-signal px-3 py-2 font-medium text-on-signal focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <Sidebar
        id={sidebarId}
        signedIn={signedIn}
        section={section}
        isDrawer={isDrawerOpen}
        onToggle={onToggle}
      />
      <div inert={isDrawerOpen} className="min-w-0 flex-1">
        <TopBar {...{ section, menuButton }} role={signedIn.role} isLoading={coming !== null} />
        <main id={contentId} tabIndex={-1} className="px-4 py-5 sm:px-6">
          {isLong && coming !== null && (
            <output className="block py-16 text-center text-ink-soft">{loadingMessage(coming)}</output>
          )}
          <div hidden={isLong} className="contents">
            <Outlet />
          </div>
        </main>
      </div>
    </div>
  );
}

type TopBarProps = {
  section: string;
  menuButton: RefObject<HTMLButtonElement | null>;
  role: Role;
  isLoading: boolean;
};

function TopBar({ section, menuButton, role, isLoading }: TopBarProps) {
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center gap-2 border-b border-line bg-paper px-4 sm:px-6">
      <IconButton
        icon={MenuIcon}
        ref={menuButton}
        label="Open menu"
        popoverTarget={sidebarId}
        className="-ml-2 lg:hidden"
      />
      <p className="font-semibold">{section}</p>
      <CommandMenu role={role} />
      {isLoading && (
        <span className="absolute inset-x-0 -bottom-px h-0.5 animate-pulse bg-signal motion-reduce:animate-none" />
      )}
    </header>
  );
}

/** The drawer of small screens keeps the focus inside, and gives it back to its button. */
function useDrawer() {
  const [isDrawerOpen, onToggle] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    const { activeElement, body } = document;
    const hasLostFocus =
      activeElement === body || document.getElementById(sidebarId)?.contains(activeElement) === true;
    if (wasOpen.current && !isDrawerOpen && hasLostFocus) menuButton.current?.focus();
    wasOpen.current = isDrawerOpen;
  }, [isDrawerOpen]);
  return { isDrawerOpen, menuButton, onToggle };
}

/** Milliseconds after which a navigation takes long enough to say so. */
const longNavigation = 300;

function useIsLong(isUnderWay: boolean): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setTimeout(() => setIsLong(true), longNavigation);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [isUnderWay]);
  return isUnderWay && isLong;
}

/** The screens of posts say of which kind they are. */
function kindOf({ loaderData }: { loaderData?: unknown }): PostKind | null {
  const kind = fieldOf(loaderData, 'postKind');
  return isKind(kind) ? kind : null;
}

/** A change of screen is heard: the focus goes to its heading, as it would after a full load. */
function useFocusOnNewScreen(pathname: string) {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.getElementById(contentId)?.contains(document.activeElement) !== true) focusHeading();
  }, [pathname]);
}

function focusHeading(): void {
  const main = document.getElementById(contentId);
  const heading = main?.querySelector<HTMLElement>('h1');
  heading?.setAttribute('tabindex', '-1');
  (heading ?? main)?.focus({ preventScroll: true });
}

/** The focused element may be removed by its own action: the row after the one it was in gets the focus, or the heading. */
function useFocusWhenLost() {
  useEffect(() => {
    let last: EventTarget | null = document.activeElement;
    const isLost = () =>
      last instanceof Element && !last.isConnected && document.activeElement === document.body;
    const observer = new MutationObserver((changes) => {
      const lost = last;
      if (!(lost instanceof Element) || !isLost()) return;
      const next = buttonAfter(lost, changes);
      // A dialog that closes gives it back by itself.
      setTimeout(() => {
        if (last !== lost || !isLost()) return;
        if (next?.isConnected === true) next.focus({ preventScroll: true });
        else focusHeading();
      }, 100);
    });
    const onFocus = ({ target }: FocusEvent) => void (last = target);
    const onBlur = ({ target }: FocusEvent) =>
      setTimeout(() => {
        if (last === target && last instanceof Element && last.isConnected) last = null;
      });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onBlur);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onBlur);
      observer.disconnect();
    };
  }, []);
}

/** The last button of the row that came after a removed element, or before the last one. */
function buttonAfter(removed: Element, changes: readonly MutationRecord[]): HTMLElement | undefined {
  for (const { target, removedNodes, nextSibling, previousSibling } of changes) {
    const gone = [...removedNodes].find((node) => node.contains(removed));
    if (!(gone instanceof Element)) continue;
    const place = gone.matches('tr, li') ? (nextSibling ?? previousSibling) : target;
    const row = place instanceof Element ? place.closest('tr, main li') : null;
    return [...(row?.querySelectorAll('button') ?? [])].at(-1);
  }
  return undefined;
}

/** A redirect ends in a new location, whatever of the frame was loaded for it. */
function useRedirectToast(timeZone: string) {
  const show = useToast();
  const { key } = useLocation();
  useEffect(() => {
    const value = takeToastValue();
    const toast = value === null ? null : readRedirectToast(value, timeZone);
    if (toast !== null) show(toast);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every new location may bring a toast
  }, [key, show, timeZone]);
}

/** Where not even the frame came: a line that failed, a server that is gone. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Toaster>
      <main className="mx-auto max-w-lg px-4 py-16">
        <ScreenTitle />
        <ScreenFailure error={error} />
      </main>
    </Toaster>
  );
}
