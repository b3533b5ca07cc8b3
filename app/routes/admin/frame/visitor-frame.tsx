import { Monitor, Smartphone } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';

import { IconButton } from '#app/ui/button.tsx';
import { useLatest } from '#app/ui/use-latest.ts';

export type Part = { path: string; text: string };

const widths = [
  { label: 'As on a phone', width: 390, icon: Smartphone },
  { label: 'As on a wide screen', width: 1280, icon: Monitor },
];

/** For a preview that opens in the browser: as visitors with this device would see the page. */
export const firstFrameWidth = () => (matchMedia('(width < 40rem)').matches ? 390 : 1280);

/** The width of the page in a frame, and the buttons that choose it. */
export function useFrameWidth(first: 390 | 1280): [width: number, buttons: ReactNode] {
  const [width, setWidth] = useState<number>(first);
  const buttons = widths.map((each) => (
    <IconButton
      icon={each.icon}
      key={each.label}
      label={each.label}
      aria-pressed={width === each.width}
      className="aria-pressed:bg-signal/12 aria-pressed:text-ink"
      onClick={() => setWidth(each.width)}
    />
  ));
  return [width, buttons];
}

/**
 * A page of the site as visitors will see it. It shows what is stored, and shows it anew after every save, scrolled to
 * where it was.
 */
export function VisitorFrame({
  title,
  address,
  savedState,
  width,
  part,
}: {
  title: string;
  address: string;
  savedState: string;
  width: number;
  /** The document that is being edited, and a text by which the page shows it. */
  part?: Part;
}) {
  const room = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const shown = useRef(savedState);
  useEffect(() => {
    const page = frame.current?.contentWindow;
    if (!page || shown.current === savedState) return;
    shown.current = savedState;
    // A reload stays where the reader has scrolled to.
    if (isAt(page, address)) page.location.reload();
    else page.location.replace(address);
  }, [address, savedState]);
  const latest = useLatest(part);
  const showPart = useCallback(() => {
    if (frame.current && latest.current) show(frame.current, latest.current.text);
  }, [latest]);
  const path = part?.path;
  useEffect(showPart, [path, showPart]);
  useEffect(() => {
    const [box, page] = [room.current, frame.current];
    if (!box || !page) return;
    const fit = () => {
      const scale = Math.min(1, box.clientWidth / width);
      page.style.width = `${width}px`;
      page.style.height = `${box.clientHeight / scale}px`;
      page.style.transform = scale === 1 ? '' : `scale(${scale})`;
      page.style.marginInline = width < box.clientWidth ? 'auto' : '';
    };
    const observer = new ResizeObserver(fit);
    observer.observe(box);
    return () => observer.disconnect();
  }, [width]);
  return (
    <div ref={room} className="min-h-0 w-full flex-1 overflow-hidden bg-sunken">
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of our own, under the policy of our own pages */}
      <iframe
        ref={frame}
        title={title}
        src={address}
        onLoad={showPart}
        className="block h-full w-full origin-top-left bg-surface"
      />
    </div>
  );
}

/** Brings the first part of a page that has this text into sight, if there is one. */
function show({ contentDocument: page, contentWindow: view }: HTMLIFrameElement, text: string) {
  const findIn = (element: Element | undefined) =>
    [...(element?.children ?? [])].find(
      (child) => child.tagName !== 'SCRIPT' && child.textContent.includes(text),
    );
  let found = text === '' ? undefined : findIn(page?.body);
  for (let inner = found; inner !== undefined; inner = findIn(inner)) found = inner;
  if (!found || !view) return;
  // `scrollIntoView` would scroll the form around the frame, too.
  const { top, height } = found.getBoundingClientRect();
  view.scrollBy(0, top + Math.min(height, view.innerHeight) / 2 - view.innerHeight / 2);
}

/** False too where a link has led the frame to another site. */
function isAt(page: Window, address: string): boolean {
  try {
    return page.location.pathname + page.location.search === address;
  } catch {
    return false;
  }
}
