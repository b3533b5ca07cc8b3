import { createRequestHandler, type EntryContext, type LoaderFunction } from 'react-router';
import { expect, test } from 'vitest';

import { withoutSerializing } from './without-serializing.ts';

/** @returns what the router hands to the page, and what it writes down for scripts of the page */
async function handedOver(loader: LoaderFunction) {
  let entry: EntryContext | undefined;
  const handle = createRequestHandler({
    entry: {
      module: {
        default: (_request: Request, _status: number, _headers: Headers, context: EntryContext) => {
          entry = context;
          return new Response();
        },
      },
    },
    routes: { root: { id: 'root', path: '', module: { default: () => null, loader } } },
    assets: {
      entry: { imports: [], module: '' },
      routes: {
        root: {
          id: 'root',
          path: '',
          module: '',
          hasAction: false,
          hasLoader: true,
          hasClientAction: false,
          hasClientLoader: false,
          hasClientMiddleware: false,
          hasErrorBoundary: false,
          clientActionModule: undefined,
          clientLoaderModule: undefined,
          clientMiddlewareModule: undefined,
          hydrateFallbackModule: undefined,
        },
      },
      url: '',
      version: '',
    },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '' },
    allowedActionOrigins: false,
  });
  await handle(new Request('https://firm.example/'));
  const { serverHandoffStream, staticHandlerContext } = entry ?? {};
  return {
    data: staticHandlerContext?.loaderData['root'],
    written: await new Response(serverHandoffStream).text(),
  };
}

test('the router hands everything to the page and writes down nothing of it', async () => {
  const found = { title: 'A post', body: { html: 'Long words' } };
  expect((await handedOver(async () => found)).written).toContain('Long words');
  const { data, written } = await handedOver(withoutSerializing(async () => found));
  expect(data).toHaveProperty('title', found.title);
  expect(data).toHaveProperty('body', found.body);
  expect(written).not.toMatch(/A post|Long words/);
});
