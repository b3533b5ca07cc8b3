import { posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The imports allowed in the files of a folder; everything else is an error. Entries are paths from the project's root
 * or package names. An entry that ends in `/` or `:` allows what begins with it.
 */
type Room = {
  readonly folder: string;
  readonly files: readonly string[];
  /** Only for `import type`. */
  readonly types?: readonly string[];
  readonly packages: readonly string[];
  readonly advice: string;
};

const routeFiles = ['app/ui/', 'app/http/', 'app/routes/error-page.tsx', 'domain/'];
const routeAdvice = 'A route asks the domain; what public and admin both need belongs in app/ui or app/http.';

/** The most specific folder comes first. docs/architecture.md shows the same table. */
const rooms: readonly Room[] = [
  {
    folder: 'app/ui/',
    files: ['app/ui/'],
    packages: ['react', 'react-dom', 'lucide-react'],
    advice: 'A primitive fits any product: pass what it needs as props.',
  },
  {
    folder: 'app/editor/',
    files: ['app/editor/', 'app/ui/', 'domain/html/', 'domain/fields/', 'app/blocks.css', 'app/prose.css'],
    packages: ['react', 'react-dom', 'lucide-react', '@tiptap/'],
    advice: 'The editor knows the rules of a text: pass what else it needs of the site as props.',
  },
  {
    folder: 'app/http/',
    files: ['app/http/', 'domain/'],
    packages: ['react', 'react-router', 'schema-dts'],
    advice: 'app/http connects HTTP with the domain: ask the domain.',
  },
  {
    folder: 'app/routes/public/',
    files: [...routeFiles, 'app/routes/public/', 'app/blocks.css', 'app/prose.css', 'app/tokens.css'],
    packages: ['react', 'react-router', 'zod', 'node:crypto'],
    advice: routeAdvice,
  },
  {
    folder: 'app/routes/admin/',
    files: [
      ...routeFiles,
      'app/routes/admin/',
      'app/editor/',
      'app/blocks.css',
      'app/prose.css',
      'app/tokens.css',
    ],
    packages: ['react', 'react-dom', 'react-router', 'lucide-react', 'diff'],
    advice: routeAdvice,
  },
  {
    folder: 'app/routes/',
    files: ['app/ui/', 'app/http/', 'app/routes/+types/', 'app/routes/public/', 'domain/'],
    packages: ['react', 'react-router'],
    advice: 'A route asks the domain.',
  },
  {
    folder: 'app/',
    files: ['app/'],
    packages: [
      'react',
      'react-dom',
      'react-router',
      '@react-router/',
      'virtual:react-router/',
      'node:stream',
    ],
    advice: 'The entries of the web only connect the framework with app/http and app/routes.',
  },
  {
    folder: 'domain/',
    files: ['domain/', 'db/queries/', 'db/transaction.ts', 'db/database-error.ts', 'db/limit.ts'],
    types: ['db/client.ts', 'db/column-types.ts', 'db/tables.ts'],
    packages: [
      'any-ascii',
      'bowser',
      'diff',
      'isbot',
      'lowlight',
      'marked',
      'parse5',
      'saxes',
      'smol-toml',
      'stemmer',
      'uqr',
      'yaml',
      'yauzl',
      'zod',
      'node:crypto',
      'node:fs/promises',
      'node:net',
      'node:stream',
      'node:timers/promises',
    ],
    advice: 'The domain knows no framework, driver or service: ask db/queries, or take it as a parameter.',
  },
  {
    folder: 'db/',
    files: ['db/'],
    packages: ['kysely', 'pg', 'pg-copy-streams', 'zod', 'node:'],
    advice: 'db imports no other room: take what you need as a parameter.',
  },
  {
    folder: 'adapters/',
    files: ['adapters/', 'domain/', 'db/queries/', 'db/limit.ts'],
    types: ['db/client.ts'],
    packages: [
      '@modelcontextprotocol/server',
      '@simplewebauthn/server',
      'aws4fetch',
      'imapflow',
      'nodemailer',
      'jose',
      'openid-client',
      'opentype.js',
      'postal-mime',
      'sharp',
      'yazl',
      'node:',
    ],
    advice: 'An adapter implements an interface of the domain with a library of its own.',
  },
  {
    folder: 'server/',
    files: ['server/', 'app/http/', 'adapters/', 'db/', 'domain/', 'web', 'product/'],
    types: ['app/web.ts'],
    packages: ['age-encryption', 'pg', 'prom-client', 'vite', 'zod', 'node:'],
    advice:
      'The server starts the process and answers HTTP; screens belong in app/routes, SQL in db/queries.',
  },
];

/**
 * Why the file at `from` may not import `specifier`; undefined if it may.
 *
 * @param from a path from the project's root, with `/`
 */
export function importError(from: string, specifier: string, isType: boolean): string | undefined {
  const room = rooms.find(({ folder }) => from.startsWith(folder));
  if (room === undefined || isTest(from)) return undefined;
  if (specifier.startsWith('../../')) return 'At most one step up; between rooms use #room/….';
  const target = targetOf(from, specifier);
  // The product's own name and version.
  if (target === 'package.json') return undefined;
  const topFolder = (path: string) => path.slice(0, path.indexOf('/') + 1);
  if (specifier.startsWith('.') && topFolder(target) !== topFolder(from)) {
    return 'Between rooms use #room/….';
  }
  if (isTest(target)) return 'Product code imports no test code.';
  const allowed = [...room.files, ...room.packages, ...(isType ? (room.types ?? []) : [])];
  if (allowed.some((entry) => covers(entry, target))) return undefined;
  return `${room.folder} may not import ${target}. ${room.advice}`;
}

/** A path from the project's root, or the name of a package. */
function targetOf(from: string, specifier: string): string {
  const [path = ''] = specifier.split('?');
  if (path.startsWith('#')) return posix.normalize(path.slice(1));
  return path.startsWith('.') ? posix.join(posix.dirname(from), path) : path;
}

function covers(entry: string, target: string): boolean {
  return /[/:]$/.test(entry) ? target.startsWith(entry) : target === entry || target.startsWith(`${entry}/`);
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.startsWith('tests/');
}

type Node = {
  readonly type: string;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked: string | null } }[];
};
type Declaration = Node & {
  readonly source?: Node | null;
  readonly importKind?: string;
  readonly exportKind?: string;
  readonly specifiers?: readonly { readonly importKind?: string; readonly exportKind?: string }[];
};
type Call = Node & {
  readonly callee: Node & { readonly name?: string };
  readonly arguments: readonly Node[];
};
type Context = {
  readonly filename: string;
  report(problem: { node: Node; message: string }): void;
};

const project = fileURLToPath(new URL('../..', import.meta.url));

const imports = {
  create(context: Context) {
    const from = relative(project, context.filename).split(sep).join('/');

    function check(source: Node, isType: boolean): void {
      const specifier = literal(source);
      if (specifier === undefined) {
        if (/^(?:app|domain)\//.test(from) && !isTest(from)) {
          context.report({ node: source, message: 'An import names its file by a literal string.' });
        }
        return;
      }
      const message = importError(from, specifier, isType);
      if (message !== undefined) context.report({ node: source, message });
    }

    function checkDeclaration(node: Declaration): void {
      if (node.source) check(node.source, isTypeOnly(node));
    }

    return {
      ImportDeclaration: checkDeclaration,
      ExportNamedDeclaration: checkDeclaration,
      ExportAllDeclaration: checkDeclaration,
      ImportExpression: (node: Declaration) => node.source && check(node.source, false),
      TSImportType: (node: Declaration) => node.source && check(node.source, true),
      CallExpression(node: Call) {
        const [source] = node.arguments;
        if (node.callee.type === 'Identifier' && node.callee.name === 'require' && source)
          check(source, false);
      },
    };
  },
};

function isTypeOnly({ importKind, exportKind, specifiers = [] }: Declaration): boolean {
  if (importKind === 'type' || exportKind === 'type') return true;
  return (
    specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type')
  );
}

function literal({ value, quasis }: Node): string | undefined {
  if (typeof value === 'string') return value;
  return quasis?.length === 1 ? (quasis[0]?.value.cooked ?? undefined) : undefined;
}

/** A plugin for oxlint with one rule: `rooms/imports`. */
export default { meta: { name: 'rooms' }, rules: { imports } };
