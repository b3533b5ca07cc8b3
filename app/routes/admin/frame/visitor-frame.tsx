import { Monitor, Smartphone } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';

import { IconButton } from '#app/ui/button.tsx';

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
      key={each.label}
      label={each.label}
      aria-pressed={width === each.width}
      className="aria-pressed:bg-signal/12 aria-pressed:text-ink"
      onClick={() => setWidth(each.width)}
    >
      <each.icon />
    </IconButton>
  ));
  return [width, buttons];
}

/**
 * A page of the site as visitors will see it. It shows what is stored, and shows it anew after every save, scrolled to
 * where it was.
 *
 * @param savedState changes with every save
 * @param width of the page in pixels, shrunk to the room there is
 */
export function VisitorFrame({
  title,
  address,
  savedState,
  width,
}: {
  title: string;
  address: string;
  savedState: string;
  width: number;
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
        className="block h-full w-full origin-top-left bg-surface"
      />
    </div>
  );
}

/** False too where a link has led the frame to another site. */
function isAt(page: Window, address: string): boolean {
  try {
    return page.location.pathname + page.location.search === address;
  } catch {
    return false;
  }
}
