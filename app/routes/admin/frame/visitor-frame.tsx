import { useEffect, useRef } from 'react';

/**
 * A page of the site as visitors will see it. It shows what is stored, and shows it anew after every save, scrolled to
 * where it was.
 *
 * @param savedState changes with every save
 * @param width of the page in pixels, shrunk to the room there is; without it the page is as wide as that
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
  width?: number;
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
      const scale = width === undefined ? 1 : Math.min(1, box.clientWidth / width);
      page.style.width = width === undefined ? '100%' : `${width}px`;
      page.style.height = `${box.clientHeight / scale}px`;
      page.style.transform = scale === 1 ? '' : `scale(${scale})`;
      page.style.marginInline = width !== undefined && width < box.clientWidth ? 'auto' : '';
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
