import { beforeAll, describe, expect, test } from 'vitest';

import { roles, type Role } from '#domain/core/permissions.ts';
import { agentTools } from '#domain/agents/agent-tools.ts';
import { matrix } from '#tests/access/matrix.ts';
import type { Fields, Row } from '#tests/access/row.ts';
import { rights, toolRows, type Rights } from '#tests/access/tool-rows.ts';
import { createWorld, kinds, secret, type Kind, type World } from '#tests/access/world.ts';
import { callTool } from '#tests/mcp-client.ts';
import { useProduct } from '#tests/product.ts';

const product = useProduct({ CONTACT_EMAIL: 'security@firm.test', WEBHOOK_HOSTS: '127.0.0.1' });
let world: World;

beforeAll(async () => {
  world = await createWorld(product);
});

const rightsNames = Object.keys(rights) as Rights[]; // keys of the object itself
const tokens = new Map<string, Promise<string>>();

/** The requests of a program, of one person for each role and rights. */
function tokenOf(role: Role, right: Rights): Promise<string> {
  const token = tokens.get(role + right) ?? world.tokenSecret(role, rights[right]);
  tokens.set(role + right, token);
  return token;
}

type Answer = { status: number; location: string | null; body: string };

/** The subject of a row, and the fields that it sends. */
type Target = { place: string; fields: Fields | undefined };

async function targetOf(row: Row, who: Kind): Promise<Target> {
  const place = row.at ? await row.at(world) : '';
  const typed = await row.send?.(world, who, place);
  return { place, fields: typed && row.intent !== undefined ? { intent: row.intent, ...typed } : typed };
}

async function ask(
  row: Row,
  who: Kind,
  shape: string,
  { place, fields }: Target,
  headers: Record<string, string> = {},
) {
  const [pathname = '', search] = row.path.replace('{}', encodeURIComponent(place)).split('?');
  const path = pathname + shape + (search === undefined ? '' : `?${search}`);
  const client = row.fresh === true ? await world.freshClient(who) : world.clientOf(who);
  const before = await world.lastWrite();
  const response =
    row.file !== undefined
      ? await client.file(path, row.file, headers)
      : fields === undefined
        ? await client.get(path, headers)
        : row.isJson === true
          ? await client.json(path, fields, headers)
          : await client.post(path, fields, headers);
  const answer: Answer = {
    status: response.status,
    location: response.headers.get('location'),
    body: await response.text(),
  };
  return { answer, written: await world.tablesWrittenSince(before) };
}

/** Turned away: to the login, or with a number that says so. The router tells its running page of a redirect by 202. */
function isDenied({ status, location, body }: Answer, { missing }: Pick<Row, 'missing'> = {}): boolean {
  const leads = ['/admin/login', ...(missing === undefined ? [] : [missing])];
  if (status === 302) return leads.some((address) => location?.startsWith(address) === true);
  if (status === 202) return leads.some((address) => body.includes(address));
  return status >= 400 && status < 500;
}

const isIn = (status: number) => [200, 201, 202, 204, 302].includes(status);

/** True if it changes something, where it is allowed. */
const isAct = ({ send, file }: Row) => send !== undefined || file !== undefined;

const recordIt = 'Let the verb call `recordActivity`. What needs no entry is in `recordNothing`.';
/** Requests of visitors, of drafts before they are saved, and what stands in no text yet. */
const recordNothing: ReadonlySet<string> = new Set([
  'send a message',
  'apply to the JV program',
  'sign up for the newsletter',
  'keep what is typed into a post',
  'propose a change of a post',
  'propose a change of a draft',
  'discard what was typed into a post',
  'keep what is typed into a page of the site',
  'save the draft of a page of the site',
  'restore an earlier version of a page of the site',
  'discard the draft of a page of the site',
  'say that the form of a post is open',
  'say that the form of a new post is open',
  'check an export again',
  'mark a message as read',
  'mark a message as unread',
  'write a note',
  'upload into editor-images',
  'upload into featured-images',
  'upload into logos',
  'prove again who one is, by the password',
  'start to set up an authenticator app',
]);

/** Who may read the screen, which a refusal shows again. */
function readersOf({ readers, route }: Row): readonly Kind[] {
  return readers ?? matrix.find((row) => row.route === route && !isAct(row))?.may ?? [];
}

/** Documents, and the data that the running page asks for. Files, programs' addresses and the home page have one shape. */
function shapesOf(row: Row): string[] {
  return row.isJson === true || /^\/$|\.(?:xml|txt)$/.test(row.path) || row.route.endsWith('.ts')
    ? ['']
    : ['', '.data'];
}

/**
 * Those who are refused take turns with the shapes, so that a guard that one shape passes by is found. Of those who are
 * let in the first asks for the document, and the others for the data, which takes half the time.
 */
function shapesFor(row: Row, who: Kind): string[] {
  const shapes = shapesOf(row);
  const isAllowed = row.may.includes(who);
  const peers = (row.only ?? kinds).filter((kind) => row.may.includes(kind) === isAllowed);
  const isToldMore = who === 'editor' && row.tellsEditors !== undefined;
  if (!isAllowed && (peers.length === 1 || isToldMore)) return shapes;
  const turn = peers.indexOf(who);
  return [shapes[isAllowed ? Math.min(turn, shapes.length - 1) : turn % shapes.length] ?? ''];
}

describe.each(matrix.map((row) => [row.what, row] as const))('%s', (_what, row) => {
  /** Serves the next one as well, until it is changed. */
  let target: Target | null = null;

  test.each((row.only ?? kinds).map((who) => [who, row.may.includes(who) ? 'may' : 'may not'] as const))(
    '%s %s',
    async (who, verdict) => {
      for (const shape of shapesFor(row, who)) {
        target ??= await targetOf(row, who);
        const { answer, written } = await ask(row, who, shape, target);
        if (row.isOwn === true || (isAct(row) && !isDenied(answer))) target = null;
        const told = `${row.path}${shape}: ${answer.status} ${answer.location ?? ''}`;
        if (verdict === 'may') {
          expect(isIn(answer.status) && !answer.body.includes('/admin/login?from'), told).toBe(true);
          if (row.shows !== undefined) expect(answer.body, told).toContain(row.shows);
          if (who === 'contributor') expect(answer.body, told).not.toContain(secret);
          if (!isAct(row) || row.changesNothing === true) expect(written, told).toEqual(row.writesDown ?? []);
          else {
            expect(written, told).not.toEqual([]);
            if (!recordNothing.has(row.what)) expect(written, recordIt).toContain('activity');
          }
        } else {
          expect(isDenied(answer, row), told).toBe(true);
          if (who === 'editor' && row.tellsEditors !== undefined) {
            expect(answer.body, told).toContain(row.tellsEditors);
            const isScreen = shape === '' && !isAct(row) && row.isJson !== true;
            if (isScreen) expect(answer.body, told).toContain('Signed in as');
          }
          if (!readersOf(row).includes(who)) expect(answer.body, told).not.toContain(secret);
          expect(written, told).toEqual(row.leaves ?? []);
        }
      }
    },
  );
});

describe('a token in place of a session', () => {
  const rows = matrix.filter(({ only }) => only?.includes('anonymous') ?? true);
  test.each(rows.map((row, n) => [row.what, row, n] as const))(
    '%s: as anybody may, whatever the token and its person',
    async (_what, row, n) => {
      const role = isAct(row) ? 'super_admin' : roles[n % roles.length];
      const token = await tokenOf(role ?? 'editor', 'propose and read-drafts');
      const headers = { authorization: `Bearer ${token}` };
      const { answer, written } = await ask(row, 'anonymous', '', await targetOf(row, 'anonymous'), headers);
      if (row.may.includes('anonymous')) expect(isIn(answer.status), `${answer.status}`).toBe(true);
      else {
        expect(isDenied(answer), `${answer.status}`).toBe(true);
        expect(written).toEqual(row.leaves ?? []);
        if (!readersOf(row).includes('anonymous')) expect(answer.body).not.toContain(secret);
      }
    },
  );
});

describe.each(toolRows.map((row) => [row.tool, row.about ?? '', row] as const))(
  '%s %s',
  (_tool, _about, row) => {
    let made: Promise<Record<string, unknown>> | null = null;
    test.each(roles.flatMap((who) => rightsNames.map((right) => [who, right] as const)))(
      'by a token of %s with %s',
      async (who, right) => {
        const input = await (made ??= row.input(world));
        const token = await tokenOf(who, right);
        const before = await world.lastWrite();
        const isAllowed = row.may.includes(right) && (row.only ?? roles).includes(who);
        const { value, error } = await callTool(product, token, row.tool, input);
        const written = await world.tablesWrittenSince(before);
        if (isAllowed) {
          expect(error).toBeUndefined();
          expect(written).toEqual(expect.arrayContaining([...(row.writes ?? [])]));
          if (!right.includes('drafts')) expect(JSON.stringify(value)).not.toContain(secret);
        } else {
          expect(error).toBeDefined();
          expect(error).not.toContain(secret);
        }
        const mayWrite = ['activity', 'tokens', 'attempts', ...(isAllowed ? (row.writes ?? []) : [])];
        expect(written.filter((table) => !mayWrite.includes(table))).toEqual([]);
      },
    );
  },
);

test('every tool has a row', () => {
  const named = new Set(toolRows.map(({ tool }) => tool));
  expect(agentTools.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
});

describe('a form from another site, with the session of a super admin', () => {
  const foreign = ['https://evil.test', 'null', 'http://127.0.0.1:1'];
  const acts = matrix.filter(isAct);
  test.each(acts.map((row, n) => [row.what, row, foreign[n % foreign.length] ?? ''] as const))(
    '%s: 403, and nothing changes',
    async (_what, row, origin) => {
      const { answer, written } = await ask(row, 'super_admin', '', await targetOf(row, 'super_admin'), {
        origin,
      });
      expect(answer.status).toBe(403);
      expect(written).toEqual([]);
    },
  );
});

test('a body that is no form, or an address with values that no field can hold, never answers 500', async () => {
  const words = ['q', 'search', 'category', 'author', 'status', 'page']
    .map((name) => `${name}=%00`)
    .join('&');
  const client = await world.freshClient('super_admin');
  const rows = matrix.filter(({ path }) => !/logout|sign-out/.test(path));
  for (const row of new Map(rows.map((one) => [`${one.path} ${isAct(one)}`, one])).values()) {
    const path = row.path.replace('{}', encodeURIComponent(row.at ? await row.at(world) : ''));
    const answers = isAct(row)
      ? [await client.json(path, {}), await client.post(path, {}, { 'content-type': 'multipart/form-data' })]
      : [await client.get(`${path}${path.includes('?') ? '&' : '?'}${words}`)];
    for (const { status } of answers) expect(status, path).toBeLessThan(500);
  }
});

/** Ways of writing one address that a router, a proxy and a guard may read differently. */
function waysToWrite(path: string): string[] {
  const routes = [
    'root',
    'routes/admin/frame/layout',
    'routes/admin/posts/edit',
    'routes/public/post/post-as-visitor',
  ];
  return [
    `${path}/`,
    `/${path}`,
    `/.${path}`,
    path.replace('/admin', '/Admin'),
    path.replace('/admin', '/%61dmin'),
    `${path};a=b`,
    `${path}/_.data`,
    `${path}?index`,
    ...routes.map((route) => `${path}.data?_routes=${encodeURIComponent(route)}`),
  ];
}

test('without the right to enter no way of writing an address shows anything of a draft', async () => {
  const { id } = await world.draft();
  const post = ['edit/{}', 'edit/{}/revisions', 'preview/{}', 'preview/{}/visitor'].map(
    (path) => `/admin/posts/${path.replace('{}', id)}`,
  );
  const addresses = ['/admin', '/admin/posts', ...post, '/admin/anything-else'];
  const disguise = { 'x-original-url': '/', 'x-rewrite-url': '/', 'x-react-router-spa-mode': 'yes' };
  const found: string[] = [];
  for (const who of ['anonymous', 'no-role'] as const) {
    for (const path of addresses.flatMap(waysToWrite)) {
      const headers = who === 'no-role' ? disguise : {};
      const answer = await world.clientOf(who).get(path, headers);
      const isTurnedAway = [202, 204, 301, 302, 303, 307, 308, 400, 401, 403, 404, 410].includes(
        answer.status,
      );
      if (!isTurnedAway || (await answer.text()).includes(secret))
        found.push(`${who} ${path}: ${answer.status}`);
    }
  }
  expect(found).toEqual([]);
  // The control: with the right to enter, the same address shows it.
  expect(await (await world.clientOf('editor').get(`/admin/posts/edit/${id}`)).text()).toContain(secret);
});
