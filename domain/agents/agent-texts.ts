import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { requireLiveToken } from '#domain/accounts/tokens/read-token.ts';
import type { TokenRights } from '#domain/accounts/tokens/rights.ts';
import type { Core, ByToken, Secrets, Outgoing } from '#domain/core/context.ts';
import { inTransaction, requireActor } from '#domain/core/context.ts';
import { forbidden, invalid, isDomainError, notFound } from '#domain/core/errors.ts';
import { findImage } from '#domain/images/find-images.ts';
import { readDescription } from '#domain/images/image-description.ts';
import { kinds } from '#domain/core/kinds.ts';
import { limitAttempts, type LimitContext } from '#domain/limits/limit-attempts.ts';
import { getPost, type EditablePost } from '#domain/posts/get-post.ts';
import { hasField, postFields, textFieldNames, type PostState } from '#domain/posts/post-fields.ts';
import { getProposal } from '#domain/proposals/get-proposal.ts';
import { saveProposal } from '#domain/proposals/save-proposal.ts';
import { sendProposal } from '#domain/proposals/send-proposal.ts';
import { isKeyOf } from '#domain/core/is-key-of.ts';
import { readBody, type TextWork } from '#domain/text-work/text-work.ts';

export type AgentContext = Core &
  Outgoing &
  ByToken &
  Secrets &
  LimitContext &
  TextWork & {
    rights: TokenRights;
    /** Stores the bytes of an image as an upload on a screen does; its address. */
    storeImage: (bytes: Buffer, image: { name: string; alt: string | null }) => Promise<string>;
  };

/** Names that programs use for a field of ours, where they can mean nothing else. */
const otherNames = {
  content: 'body',
  markdown: 'body',
  query: 'search',
  proposal: 'id',
  textId: 'id',
  filename: 'name',
} as const;

/** An object that refuses fields that it does not know: what is left out without a word seems to be accepted. */
export function knownFields<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = z.strictObject(shape, {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys'
        ? `Nothing was done: there is no ${keys.join(', ')} here. Use ${Object.keys(shape).join(', ')}.`
        : undefined,
  });
  return z.preprocess((sent) => {
    if (typeof sent !== 'object' || sent === null) return sent;
    const named = Object.entries(sent).map(([name, value]: [string, unknown]) => {
      const camel = name.replace(/_([a-z])/g, (_, first: string) => first.toUpperCase());
      const ours = isKeyOf(otherNames, camel) ? otherNames[camel] : camel;
      return [name in shape || !(ours in shape) || ours in sent ? name : ours, value];
    });
    return Object.fromEntries(named);
  }, known);
}

/** Characters of Markdown. */
const maxBody = 100_000;

/** For one person, in a minute. */
const maxProposed = 10;

const textFields = Object.fromEntries(
  textFieldNames.map((name) => {
    const field = postFields[name];
    return [
      name,
      z
        .string()
        .max('max' in field ? field.max : 200)
        .optional(),
    ];
  }),
);

export const fields = knownFields({
  ...textFields,
  featuredImage: z.string().max(2_000).optional().describe('An address that upload_image gave.'),
  body: z
    .string()
    .max(
      maxBody,
      `A body can have ${maxBody.toLocaleString('en-US')} characters here. Shorten it, or change the text on its screen.`,
    )
    .optional()
    .describe(
      'The whole body as Markdown. Blocks that Markdown cannot say stay as the HTML that read_content gave.',
    ),
}).describe('Only what changes; a field that is left out stays as it is, an empty one is emptied.');

/** A text that the token may read. @throws not-found. */
export async function readText(ctx: AgentContext, textId: string): Promise<EditablePost> {
  const post = await getPost(ctx, textId).catch((error: unknown) => {
    if (isDomainError(error) && error.kind === 'not-found') return null;
    throw error;
  });
  if (post !== null && (ctx.rights.readDrafts || (post.published && !post.scheduled))) return post;
  throw notFound('There is no public text with this id. Find one with find_content.');
}

/** A text, or a proposal of the same person. @throws not-found. */
export async function readEither(ctx: AgentContext, either: string): Promise<PostState> {
  try {
    return await readText(ctx, either);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const { isOwn, proposed } = await getProposal(ctx, either);
    if (!isOwn) throw notFound('There is no text and no proposal of yours with this id.');
    return proposed;
  }
}

export async function isImageUndescribed(ctx: AgentContext, state: PostState): Promise<boolean> {
  const { featuredImage, imageDescription } = state;
  const image = featuredImage === null ? null : await findImage(ctx, featuredImage);
  const { alt, isDecoration } = readDescription(imageDescription, featuredImage);
  return image?.alt === null && alt === undefined && isDecoration !== 'true';
}

/** Runs what changes something: nothing of it stays where the token has ended meanwhile. */
export function changing<Result>(
  ctx: AgentContext,
  work: (tx: AgentContext) => Promise<Result>,
): Promise<Result> {
  mustPropose(ctx);
  return inTransaction(ctx, async (tx) => {
    const made = await work(tx);
    await requireLiveToken(tx);
    return made;
  });
}

export function mustPropose({ rights }: AgentContext): void {
  if (!rights.propose)
    throw forbidden(
      'This token may only read. Ask its owner for one that may propose, under Tokens on Your account.',
    );
}

type Changes = z.infer<typeof fields>;

export async function propose(
  ctx: AgentContext,
  textId: string | null,
  version: number,
  base: PostState,
  { body, ...changes }: Changes,
  why: string,
) {
  mustPropose(ctx);
  const foreign = textFieldNames.find((name) => name in changes && !hasField(base.kind, name));
  if (foreign !== undefined)
    throw invalid(`A ${kinds[base.kind].noun} has no ${foreign}. Only a case study has.`);
  const subject = requireActor(ctx).userId;
  await limitAttempts(ctx, [{ name: 'proposed by a token', subject, maxAttempts: maxProposed, minutes: 1 }]);
  const content =
    body === undefined ? base.content : await readBody(ctx, { markdown: body, stored: base.content });
  const { featuredImage = base.featuredImage, ...texts } = changes;
  const state = { ...base, ...texts, featuredImage, content };
  const begun = { version, creationKey: randomUUID() };
  return changing(ctx, async (tx) => {
    const { id: proposal } = await saveProposal(tx, textId, state, begun);
    await sendProposal(tx, proposal, { reason: why });
    return {
      proposal,
      state: 'waiting for an editor',
      url: `${ctx.origin}/admin/posts/proposals/${proposal}`,
    };
  });
}

export function shownFields(settings: Omit<EditablePost, 'content'>): Record<string, string> {
  const shown = textFieldNames.filter((name) => settings[name] !== null);
  const image = settings.featuredImage === null ? {} : { featuredImage: settings.featuredImage };
  return { ...Object.fromEntries(shown.map((name) => [name, settings[name] ?? ''])), ...image };
}
