import { type Dependencies, partsOfEachRequest } from './dependencies.ts';
import type { Render } from './responses/framework.ts';
import type { Progress, Services, SiteOptions } from './services.ts';

/** Renders pages by the web, with what there is by then. */
export function createRender(
  { config, origin, log, web, backups }: SiteOptions,
  { alarms, clock, images, purges, ownWords, settings }: Services,
  progress: Progress,
  site: { hasUntrustedProxy: () => boolean; partsWithoutDatabase: () => Dependencies },
): Render {
  let partsWithoutDatabase: Dependencies | null = null;
  const operatorNotices = () => {
    const { timeZone } = settings();
    const { warnings, facts } = backups.notices(timeZone);
    const other = images.otherStorage();
    const texts = [
      site.hasUntrustedProxy() ? untrustedProxyNotice : null,
      other && `${other.text} ${other.repair}`,
      purges?.warning() ?? null,
      alarms().jobs,
    ].filter((text) => text !== null);
    return {
      warnings: [...texts.map((text) => ({ text })), ...warnings],
      facts: [...clock.facts(timeZone), ...facts],
      clock: clock.warning(timeZone),
      email: alarms().email,
    };
  };

  return async (request, info) => {
    const isOpen = progress.parts !== null;
    if (!isOpen && (ownWords.exist() || !mayRenderWithoutDatabase(request))) return startingAnswer();
    const { answer } = await web();
    const reportError = (error: unknown) => {
      const fields = { requestId: info.requestId, error };
      if (isOpen) log.error('A route failed', fields);
      else log.debug('A route needs the database, which is not open yet', fields);
    };
    const used = progress.parts ?? (partsWithoutDatabase ??= site.partsWithoutDatabase());
    const shown = { origin, contactEmail: settings().contactEmail, fixedWords: config.fixedWords };
    const parts = partsOfEachRequest(used);
    return answer(request, { ...parts, ...info, site: shown, reportError, operatorNotices });
  };
}

const untrustedProxyNotice =
  'Requests arrive with X-Forwarded-For, but TRUSTED_PROXIES is not set. If a reverse proxy stands in front of this site, set TRUSTED_PROXIES to its address: until then all visitors count as one, and share one limit.';

/** Accounts and sessions are in the database. */
function mayRenderWithoutDatabase(request: Request): boolean {
  return !/^\/(?:admin|api|preview|rpc)(?:[/.]|$)/.test(new URL(request.url).pathname);
}

function startingAnswer(): Response {
  return new Response('The site is starting. Please try again in a moment.\n', {
    status: 503,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '2', 'Cache-Control': 'no-store' },
  });
}
