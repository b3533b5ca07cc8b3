/** What nginx must know beside the files. */
export type ExportedSite = {
  /** Absolute path of the folder. */
  folder: string;
  redirects: readonly { from: string; to: string; status: number }[];
  gone: readonly string[];
  /** Queries that have files of their own. */
  queries: readonly string[];
  /** Types by the ending of a file name. */
  types: ReadonlyMap<string, string>;
  /** Paths whose type is another one. */
  otherTypes: readonly { path: string; type: string }[];
  /** Of every page. */
  headers: readonly (readonly [name: string, value: string])[];
};

/** A file for `conf.d` of nginx (Debian: `/etc/nginx/conf.d/`), which serves the folder as the product answers. */
export function nginxConfig(site: ExportedSite): string {
  const { folder, redirects, gone, queries, types, otherTypes, headers } = site;
  const added = headers.map(([name, value]) => `  add_header ${name} ${quoted(value)} always;\n`).join('');
  return `# Made by "npm run export". Serves ${folder}; change the port, and add TLS.
map_hash_bucket_size 1024;
map_hash_max_size 65536;

map $request_uri $anyforge_moved {
  default "";
${redirects.map(({ from, to }) => `  ${quoted(from)} ${quoted(to)};\n`).join('')}}

map $uri $anyforge_gone {
  default 0;
${gone.map((address) => `  ${quoted(decodeURIComponent(address))} 1;\n`).join('')}}

map $args $anyforge_query {
  default none;
${queries.map((query) => `  ${quoted(query)} ${quoted(query)};\n`).join('')}}

server {
  listen 127.0.0.1:8080;
  root ${quoted(folder)};
  types {
${[...types].map(([ending, type]) => `    ${quoted(type)} ${ending};\n`).join('')}  }
  absolute_redirect off;
  gzip_static on;
  # With the brotli module: brotli_static on;
  error_page 404 /site/404.html;
  error_page 410 /site/410.html;
${added}
  location / {
    if ($anyforge_gone) {
      return 410;
    }
    if ($anyforge_moved != "") {
      return 301 $anyforge_moved;
    }
    try_files /query/$anyforge_query$uri /query/$anyforge_query$uri.html /site$uri /site$uri.html =404;
  }
  location ~ "^/site/4(?:04|10).html$" {
    internal;
  }
  location = / {
    try_files /query/$anyforge_query/index.html /site/index.html =404;
  }
${otherTypes.map(({ path, type }) => typeRule(path, type)).join('')}}
`;
}

function typeRule(path: string, type: string): string {
  return `  location = ${quoted(decodeURIComponent(path))} {
    types {}
    default_type ${quoted(type)};
    try_files /site$uri =404;
  }
`;
}

function quoted(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;
}
