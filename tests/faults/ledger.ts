export const kinds = ['message', 'post', 'save', 'view', 'upload'] as const;
export type Kind = (typeof kinds)[number];

/** Acknowledged writes of a site, and those that it was sent. */
export type Ledger = {
  /** By its text: whether a message was acknowledged. It is sent again until it is. */
  messages: Map<string, boolean>;
  /** The same by the title of a new post. */
  posts: Map<string, boolean>;
  /** One post that is saved with a higher number each time. */
  saves: { postId: string; acknowledged: number };
  /** A view without an answer may be stored or not. */
  views: { postId: string; acknowledged: number; unanswered: number };
  /** Addresses of images, with the hash of the bytes when they were first seen. */
  uploads: Map<string, string | null>;
};

/** The content of a site. */
export type Stored = {
  /** By text or title: how often. */
  messages: ReadonlyMap<string, number>;
  posts: ReadonlyMap<string, number>;
  /** The number in the post that is saved. */
  saved: number;
  views: number;
  /** Whatever else is missing or wrong, a message each. */
  failures: readonly string[];
};

export type Balance = {
  acknowledged: number;
  /** Missing items, by name. */
  lost: string[];
  /** Items stored more often than they were sent. */
  duplicated: string[];
};

export function createLedger(postId: string): Ledger {
  return {
    messages: new Map(),
    posts: new Map(),
    saves: { postId, acknowledged: 0 },
    views: { postId, acknowledged: 0, unanswered: 0 },
    uploads: new Map(),
  };
}

/** The text of a save and the number in it. */
export const savedText = (number: number) => `<p>Save number ${number}.</p>`;
export const savedNumber = (content: string) => Number(/Save number (\d+)\./.exec(content)?.[1] ?? 0);

/** Items of the ledger that are missing, and those that are there more than once. */
export function compare({ messages, posts, saves, views, uploads }: Ledger, stored: Stored): Balance {
  return {
    acknowledged:
      acknowledgedOf(messages).length +
      acknowledgedOf(posts).length +
      saves.acknowledged +
      views.acknowledged +
      uploads.size,
    lost: [
      ...missing(messages, stored.messages),
      ...missing(posts, stored.posts),
      ...numbered('Save', stored.saved, saves.acknowledged),
      ...numbered('View', stored.views, views.acknowledged),
      ...stored.failures,
    ],
    duplicated: [
      ...repeated(messages, stored.messages),
      ...repeated(posts, stored.posts),
      ...numbered('View', views.acknowledged + views.unanswered, stored.views),
    ],
  };
}

function acknowledgedOf(sent: ReadonlyMap<string, boolean>): string[] {
  return [...sent].filter(([, isAcknowledged]) => isAcknowledged).map(([name]) => name);
}

function missing(sent: ReadonlyMap<string, boolean>, stored: ReadonlyMap<string, number>): string[] {
  return acknowledgedOf(sent).filter((name) => !stored.has(name));
}

function repeated(sent: ReadonlyMap<string, boolean>, stored: ReadonlyMap<string, number>): string[] {
  return [...sent.keys()].filter((name) => (stored.get(name) ?? 0) > 1);
}

/** Names for what comes after one number up to another. */
function numbered(name: string, after: number, last: number): string[] {
  return Array.from({ length: Math.max(0, last - after) }, (_, index) => `${name} ${after + index + 1}`);
}
