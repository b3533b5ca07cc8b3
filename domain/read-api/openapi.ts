import { z } from 'zod';

import { collectionNames, collections, type CollectionName } from '#domain/core/public-addresses.ts';
import { apiLimit, problem, shapesOf } from './collections.ts';

const json = (schema: z.ZodType, type = 'application/json') => ({
  content: { [type]: { schema: z.toJSONSchema(schema) } },
});
const refused = (description: string) => ({ description, ...json(problem, 'application/problem+json') });

/** The description of the read API (OpenAPI 3.1), made from the shapes of its answers. */
export function openApi(site: { name: string; origin: string }) {
  return {
    openapi: '3.1.0',
    info: { title: `${site.name}: public content`, version: '1' },
    servers: [{ url: `${site.origin}/api/v1` }],
    security: [],
    paths: Object.fromEntries(collectionNames.flatMap(pathsOf)),
  };
}

function pathsOf(name: CollectionName) {
  const { list, item } = shapesOf(name);
  const collection = collections[name];
  const singular = 'kind' in collection ? collection.kind : collection.term;
  const parameters = [
    {
      name: 'limit',
      in: 'query',
      description: 'Number of items.',
      schema: { type: 'integer', minimum: 1, maximum: apiLimit.most, default: apiLimit.usual },
      example: 2,
    },
    {
      name: 'cursor',
      in: 'query',
      description: 'The "next" of the answer before.',
      schema: { type: 'string' },
    },
  ];
  const slug = { name: 'slug', in: 'path', required: true, schema: { type: 'string' }, example: 'hello' };
  return [
    [
      `/${name}`,
      {
        get: {
          operationId: `list_${name.replace('-', '_')}`,
          summary: `The public ${name.replace('-', ' ')}, page by page`,
          parameters,
          responses: {
            200: { description: 'A page', ...json(list) },
            400: refused('Unknown limit or cursor'),
          },
        },
      },
    ],
    [
      `/${name}/{slug}`,
      {
        get: {
          operationId: `get_${singular}`,
          summary: 'One of them',
          parameters: [slug],
          responses: { 200: { description: 'Found', ...json(item) }, 404: refused('Nothing public') },
        },
      },
    ],
  ] as const;
}
