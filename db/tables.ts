import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';

/** The tables after all migrations; `tables.db.test.ts` checks that both are equal. */
export type Tables = {
  users: UsersTable;
  sessions: SessionsTable;
  accounts: AccountsTable;
  verifications: VerificationsTable;
  profiles: ProfilesTable;
  admin_users: AdminUsersTable;
  setup_links: SetupLinksTable;
  passkeys: PasskeysTable;
  used_challenges: UsedChallengesTable;
  authenticator_apps: AuthenticatorAppsTable;
  recovery_codes: RecoveryCodesTable;
  known_devices: KnownDevicesTable;
  removed_factors: RemovedFactorsTable;
  sign_in_settings: SignInSettingsTable;
  blog_categories: BlogCategoriesTable;
  blog_tags: BlogTagsTable;
  blog_category_slug_redirects: BlogCategorySlugRedirectsTable;
  blog_tag_slug_redirects: BlogTagSlugRedirectsTable;
  blog_posts: BlogPostsTable;
  blog_post_tags: BlogPostTagsTable;
  blog_post_slug_redirects: BlogPostSlugRedirectsTable;
  blog_post_revisions: BlogPostRevisionsTable;
  blog_post_pending_changes: BlogPostWorkingDraftsTable;
  blog_post_share_links: BlogPostShareLinksTable;
  blog_post_editors: BlogPostEditorsTable;
  site_document_editors: SiteDocumentEditorsTable;
  blog_post_metrics: BlogPostMetricsTable;
  blog_post_daily_views: BlogPostDailyViewsTable;
  blog_post_daily_sources: BlogPostDailySourcesTable;
  blog_post_view_counts: BlogPostViewCountsTable;
  site_daily_views: SiteDailyViewsTable;
  site_daily_sources: SiteDailySourcesTable;
  site_past_sources: SitePastSourcesTable;
  ignored_views: LeftOutViewsTable;
  view_calendar: ViewCalendarTable;
  visitor_salt: VisitorSaltTable;
  visitors_today: VisitorsTodayTable;
  recent_views: RecentViewsTable;
  network_views: NetworkViewsTable;
  network_page_views: NetworkPageViewsTable;
  network_names: NetworkNamesTable;
  page_visitors: PageVisitorsTable;
  page_daily_views: PageDailyViewsTable;
  blog_post_stats: BlogPostStatsView;
  messages: MessagesTable;
  message_notes: MessageNotesTable;
  outbox: OutboxTable;
  subscribers: SubscribersTable;
  subscriber_links: SubscriberLinksTable;
  post_emails: PostEmailsTable;
  post_email_recipients: PostEmailRecipientsTable;
  subscriber_categories: SubscriberCategoriesTable;
  suppressed_addresses: SuppressedAddressesTable;
  email_events: EmailEventsTable;
  newsletter_setup: NewsletterSetupTable;
  blog_post_search: BlogPostSearchTable;
  search_spellings: SearchSpellingsTable;
  content_version: ContentVersionTable;
  content_changes: ContentChangesTable;
  redirect_rules: RedirectRulesTable;
  missing_pages: MissingPagesTable;
  activity: ActivityTable;
  attempts: AttemptsTable;
  known_networks: KnownNetworksTable;
  account_links: AccountLinksTable;
  repeated_sign_ups: RepeatedSignUpsTable;
  invitations: InvitationsTable;
  images: ImagesTable;
  backup_status: BackupStatusTable;
  post_images: PostImagesTable;
  revision_images: RevisionImagesTable;
  site_documents: SiteDocumentsTable;
  site_revisions: SiteRevisionsTable;
  site_images: SiteImagesTable;
  site_share_links: SiteShareLinksTable;
};

type Instant = ColumnType<Date, Date | string, Date | string>;
type InstantOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type CreatedAt = ColumnType<Date, Date | string | undefined, Date | string>;
/** YYYY-MM-DD */
type DayOrNull = ColumnType<string | null, string | null | undefined, string | null>;
type JsonOrNull = ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;

type UsersTable = {
  id: Generated<string>;
  name: string;
  email: string;
  email_verified: Generated<boolean>;
  image: Nullable<string>;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  /** Set by a trigger. */
  had_role: ColumnType<boolean, never, never>;
};

type SessionsTable = {
  id: Generated<string>;
  user_id: string;
  token: string;
  expires_at: Instant;
  ip_address: Nullable<string>;
  user_agent: Nullable<string>;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  factor: ColumnType<SignInFactor, SignInFactor | undefined, SignInFactor>;
  proved_at: CreatedAt;
  is_pending: Generated<boolean>;
};

/** How a session was started. */
export type SignInFactor =
  | 'password'
  | 'password-and-code'
  | 'password-and-recovery-code'
  | 'passkey'
  | 'oidc'
  | 'oidc-mfa'
  | 'oidc-and-code'
  | 'oidc-and-recovery-code'
  | 'oidc-and-passkey'
  | 'sign-in-link';

type AccountsTable = {
  id: Generated<string>;
  user_id: string;
  provider_id: string;
  account_id: string;
  password: Nullable<string>;
  access_token: Nullable<string>;
  refresh_token: Nullable<string>;
  id_token: Nullable<string>;
  access_token_expires_at: InstantOrNull;
  refresh_token_expires_at: InstantOrNull;
  scope: Nullable<string>;
  created_at: CreatedAt;
  updated_at: CreatedAt;
};

type VerificationsTable = {
  id: Generated<string>;
  identifier: string;
  value: string;
  expires_at: Instant;
  created_at: CreatedAt;
  updated_at: CreatedAt;
};

type ProfilesTable = {
  id: Generated<string>;
  user_id: string;
  display_name: Nullable<string>;
  username: Nullable<string>;
  first_name: Nullable<string>;
  last_name: Nullable<string>;
  created_at: CreatedAt;
};

type AdminUsersTable = {
  id: Generated<string>;
  user_id: string;
  role: ColumnType<
    'editor' | 'admin' | 'super_admin',
    'editor' | 'admin' | 'super_admin' | undefined,
    'editor' | 'admin' | 'super_admin'
  >;
  permissions: ColumnType<Record<string, unknown>, string | undefined, string>;
  /** Kept by triggers. */
  search_text: ColumnType<string, never, never>;
  created_at: CreatedAt;
};

type PasskeysTable = {
  id: Generated<string>;
  user_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: ColumnType<string[], string[] | undefined, string[]>;
  name: string;
  created_at: CreatedAt;
  used_at: InstantOrNull;
};

type UsedChallengesTable = {
  challenge_hash: Buffer;
  expires_at: Instant;
};

type AuthenticatorAppsTable = {
  user_id: string;
  encrypted_secret: Buffer;
  confirmed_at: InstantOrNull;
  last_step: Generated<number>;
  created_at: CreatedAt;
};

type RecoveryCodesTable = {
  user_id: string;
  code_hash: Buffer;
  used_at: InstantOrNull;
};

type KnownDevicesTable = {
  user_id: string;
  device_hash: Buffer;
  seen_at: CreatedAt;
};

type RemovedFactorsTable = {
  fingerprint: Buffer;
  removed_at: CreatedAt;
};

type SignInSettingsTable = {
  id: Generated<boolean>;
  second_factor: Generated<SecondFactorPolicy>;
};

/** Who needs a second factor. */
export type SecondFactorPolicy = 'none' | 'admins' | 'everybody';

type SetupLinksTable = {
  token_hash: Buffer;
  expires_at: Instant;
  created_at: CreatedAt;
};

type BlogCategoriesTable = {
  id: Generated<string>;
  name: string;
  slug: string;
  description: Nullable<string>;
  created_at: CreatedAt;
  search_text: GeneratedAlways<string>;
};

type BlogTagsTable = {
  id: Generated<string>;
  name: string;
  slug: string;
  created_at: CreatedAt;
  search_text: GeneratedAlways<string>;
};

type BlogCategorySlugRedirectsTable = {
  slug: string;
  term_id: string;
  created_at: CreatedAt;
};

type BlogTagSlugRedirectsTable = {
  slug: string;
  term_id: string;
  created_at: CreatedAt;
};

type BlogPostsTable = {
  id: Generated<string>;
  title: string;
  slug: string;
  content: Generated<string>;
  excerpt: Nullable<string>;
  /** BCP 47. */
  language: Nullable<string>;
  category_id: Nullable<string>;
  featured_image: Nullable<string>;
  /** JSON of the fields of `domain/images/image-description.ts`, of a draft only. */
  image_description: Nullable<string>;
  meta_description: Nullable<string>;
  social_title: Nullable<string>;
  social_image: Nullable<string>;
  canonical_url: Nullable<string>;
  noindex: Generated<boolean>;
  is_page: Generated<boolean>;
  published: Generated<boolean>;
  featured: Generated<boolean>;
  published_at: InstantOrNull;
  display_published_at: DayOrNull;
  first_published_at: InstantOrNull;
  author_id: Nullable<string>;
  word_count: Generated<number>;
  read_minutes: Generated<number>;
  version: Generated<number>;
  creation_key: Generated<string>;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  saved_by: Nullable<string>;
  save_kind: ColumnType<SaveKind, SaveKind | undefined, SaveKind>;
  save_key: Generated<string>;
};

export type SaveKind = 'save' | 'autosave' | 'other';

type BlogPostRevisionsTable = {
  id: Generated<string>;
  post_id: string;
  version: number;
  saved_by: Nullable<string>;
  save_kind: SaveKind | 'discarded';
  saved_at: Instant;
  settings: ColumnType<Record<string, unknown>, string, string>;
  content: string;
  name: Nullable<string>;
  changes: Nullable<string>;
  changes_since: Nullable<string>;
};

type BlogPostEditorsTable = {
  post_id: string;
  user_id: string;
  seen_at: Instant;
};

type SiteDocumentEditorsTable = {
  name: string;
  user_id: string;
  seen_at: Instant;
};

type BlogPostWorkingDraftsTable = {
  post_id: string;
  post_version: number;
  version: Generated<number>;
  saved_by: Nullable<string>;
  save_key: Generated<string>;
  saved_at: CreatedAt;
  settings: ColumnType<Record<string, unknown>, string, string>;
  content: string;
};

type BlogPostShareLinksTable = {
  id: Generated<string>;
  token_hash: Buffer;
  post_id: string;
  created_by: string;
  created_at: CreatedAt;
  expires_at: Instant;
};

type BlogPostTagsTable = {
  post_id: string;
  tag_id: string;
};

type BlogPostSlugRedirectsTable = {
  slug: string;
  post_id: Nullable<string>;
  created_at: CreatedAt;
};

type BlogPostMetricsTable = {
  post_id: string;
  created_at: CreatedAt;
  referrer_host: Generated<string>;
  campaign: Generated<string>;
  device: Generated<string>;
  browser: Generated<string>;
};

type BlogPostDailyViewsTable = {
  post_id: string;
  day: string;
  views: number;
};

type BlogPostDailySourcesTable = {
  post_id: string;
  day: string;
  referrer_host: string;
  campaign: string;
  views: number;
};

type BlogPostViewCountsTable = {
  post_id: string;
  total_views: Generated<number>;
  views_today: Generated<number>;
  views_this_week: Generated<number>;
  views_this_month: Generated<number>;
  views_7_days: Generated<number>;
  views_30_days: Generated<number>;
  views_90_days: Generated<number>;
};

type SiteDailyViewsTable = {
  day: string;
  views: Generated<number>;
  visitors: Generated<number>;
};

type SiteDailySourcesTable = {
  day: string;
  kind: 'referrer' | 'campaign' | 'device' | 'browser';
  name: string;
  views: number;
};

type SitePastSourcesTable = {
  period: 7 | 30 | 90;
  kind: 'referrer' | 'campaign' | 'device' | 'browser';
  name: string;
  views: number;
};

type LeftOutViewsTable = {
  day: string;
  reason: 'bot' | 'prefetch' | 'staff' | 'hidden' | 'repeat' | 'network';
  views: number;
};

type ViewCalendarTable = {
  only_row: Generated<boolean>;
  as_of: string;
  rows_since: Generated<string>;
};

type VisitorSaltTable = {
  only_row: Generated<boolean>;
  salt: Buffer;
};

type VisitorsTodayTable = {
  visitor: Buffer;
};

type RecentViewsTable = {
  visitor: Buffer;
  post_id: string;
  counted_at: Instant;
};

type NetworkViewsTable = {
  network: Buffer;
  post_id: string;
  views: number;
};

type NetworkPageViewsTable = {
  network: Buffer;
  page: string;
  views: number;
};

type NetworkNamesTable = {
  network: Buffer;
  kind: 'referrer' | 'campaign';
  names: number;
};

type PageVisitorsTable = {
  visitor: Buffer;
  page: string;
  counted_at: Instant;
};

type PageDailyViewsTable = {
  day: string;
  page: string;
  views: Generated<number>;
  visitors: Generated<number>;
};

type ReadOnly<T> = ColumnType<T, never, never>;

type BlogPostStatsView = {
  id: ReadOnly<string>;
  title: ReadOnly<string>;
  slug: ReadOnly<string>;
  published: ReadOnly<boolean>;
  created_at: ReadOnly<Date>;
  total_views: ReadOnly<number>;
  views_today: ReadOnly<number>;
  views_this_week: ReadOnly<number>;
  views_this_month: ReadOnly<number>;
};

type MessagesTable = {
  id: Generated<string>;
  kind: 'contact' | 'application';
  name: string;
  email: string;
  subject: string;
  message: string;
  phone: Nullable<string>;
  industry: Nullable<string>;
  business_stage: Nullable<'idea' | 'building' | 'startup' | 'established'>;
  funding_to_date: Nullable<string>;
  status: Generated<'new' | 'in_progress' | 'answered' | 'closed'>;
  spam_reason: Nullable<'honeypot' | 'too-fast' | 'links' | 'repetition' | 'marked'>;
  read_at: InstantOrNull;
  owner_id: Nullable<string>;
  page: Generated<string>;
  campaign: Generated<string>;
  content_hash: Buffer;
  text_hash: Buffer;
  created_at: CreatedAt;
  search_text: GeneratedAlways<string>;
  spam_since: InstantOrNull;
  referrer_host: Generated<string>;
  last_post_id: Nullable<string>;
};

type MessageNotesTable = {
  id: Generated<string>;
  message_id: string;
  author_id: Nullable<string>;
  note: string;
  created_at: CreatedAt;
};

type BackupStatusTable = {
  only_row: Generated<boolean>;
  attempted_at: InstantOrNull;
  succeeded_at: InstantOrNull;
  file: Generated<string>;
  failure: Nullable<string>;
  failure_emailed: Generated<boolean>;
  verified_at: InstantOrNull;
  verify_seconds: Generated<number>;
  verify_failure: Nullable<string>;
  archive: JsonOrNull;
  archive_late_emailed: Generated<boolean>;
};

type OutboxTable = {
  id: Generated<string>;
  message_id: Nullable<string>;
  email: Nullable<Email>;
  tries: Generated<number>;
  next_try_at: ColumnType<Date, Date | string | undefined, Date | string>;
  last_error: Nullable<string>;
  sent_at: InstantOrNull;
  given_up_at: InstantOrNull;
  is_server_unavailable: Generated<boolean>;
  expires_at: InstantOrNull;
  created_at: CreatedAt;
};

/** An email to send. After its delivery the outbox keeps only `to` and `subject`. */
export type Email = {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
  returnPath?: string;
};

type SubscribersTable = {
  id: Generated<string>;
  email: string;
  state: Generated<'pending' | 'confirmed' | 'unsubscribed' | 'bounced' | 'complained'>;
  page: Generated<string>;
  created_at: CreatedAt;
  confirmed_at: InstantOrNull;
  unsubscribed_at: InstantOrNull;
  confirmation_sent_at: InstantOrNull;
  only_categories: Generated<boolean>;
  soft_bounces: Generated<number>;
  consent_at: InstantOrNull;
  consent_source: Nullable<string>;
  stopped_at: InstantOrNull;
};

type SubscriberCategoriesTable = {
  subscriber_id: string;
  category_id: string;
};

/** Changed by a trigger on `subscribers`. */
type SuppressedAddressesTable = {
  address_hash: Buffer;
  reason: 'unsubscribed' | 'hard-bounce' | 'soft-bounces' | 'complaint' | 'removed';
  since: CreatedAt;
  ended_at: InstantOrNull;
};

type EmailEventsTable = {
  service: string;
  event_id: string;
  received_at: CreatedAt;
};

type NewsletterSetupTable = {
  only_row: Generated<boolean>;
  accepted: Generated<string[]>;
  accepted_by: Nullable<string>;
  accepted_at: InstantOrNull;
  restored_at: InstantOrNull;
};

type SubscriberLinksTable = {
  token_hash: Buffer;
  subscriber_id: string;
  created_at: CreatedAt;
};

type PostEmailsTable = {
  id: Generated<string>;
  post_id: Nullable<string>;
  number: number;
  audience: 'everybody' | 'category';
  category_id: Nullable<string>;
  repeats: Generated<boolean>;
  state: Generated<'scheduled' | 'sending' | 'sent' | 'cancelled'>;
  starts_at: InstantOrNull;
  paused_at: InstantOrNull;
  pause_reason: Nullable<string>;
  ignores_bounces: Generated<boolean>;
  created_by: Nullable<string>;
  created_at: CreatedAt;
  started_at: InstantOrNull;
  finished_at: InstantOrNull;
  subject: Nullable<string>;
  html: Nullable<string>;
  plain_text: Nullable<string>;
  recipients: Generated<number>;
  rate: Generated<number>;
  rate_limit: Generated<number>;
  slowed_at: InstantOrNull;
  tried: Generated<number>;
  next_at: ColumnType<Date, Date | string | undefined, Date | string>;
};

type PostEmailRecipientsTable = {
  id: Generated<string>;
  post_email_id: string;
  post_id: string;
  subscriber_id: Nullable<string>;
  email: Nullable<string>;
  state: Generated<'waiting' | 'sending' | 'sent' | 'failed' | 'skipped'>;
  is_repeat: Generated<boolean>;
  tries: Generated<number>;
  unclear: Generated<number>;
  claimed_by: Nullable<string>;
  next_try_at: ColumnType<Date, Date | string | undefined, Date | string>;
  sent_at: InstantOrNull;
  last_error: Nullable<string>;
  bounced_at: InstantOrNull;
  bounce: Nullable<string>;
  complained_at: InstantOrNull;
  unsubscribed_at: InstantOrNull;
};

/** Made by a trigger on `blog_posts`; `document` and `title` are `tsvector`s. */
type BlogPostSearchTable = {
  post_id: string;
  visible_from: InstantOrNull;
  index_version: Generated<number>;
  document: Generated<string>;
  title: Generated<string>;
};

type SearchSpellingsTable = {
  word: string;
  keys: number[];
};

type ContentVersionTable = {
  only_row: Generated<boolean>;
  version: Generated<number>;
  raised_by: Generated<string>;
  removals: Generated<number>;
  removals_raised_by: Generated<string>;
};

type RedirectRulesTable = {
  id: Generated<string>;
  source: string;
  is_prefix: Generated<boolean>;
  status: 301 | 302 | 308 | 410;
  target: Nullable<string>;
  hits: Generated<number>;
  last_hit_at: InstantOrNull;
  created_at: CreatedAt;
};

type MissingPagesTable = {
  path: string;
  visits: Generated<number>;
  bot_visits: Generated<number>;
  referrers: Generated<string[]>;
  first_seen_at: CreatedAt;
  last_seen_at: CreatedAt;
};

type ContentChangesTable = {
  version: number;
  key: string;
};

/** Append-only: a trigger refuses other changes. */
type ActivityTable = {
  id: GeneratedAlways<number>;
  created_at: ColumnType<Date, never, never>;
  actor_id: Nullable<string>;
  actor_email: Nullable<string>;
  action: string;
  subject_id: Nullable<string>;
  subject_label: Nullable<string>;
  before: Nullable<ActivityFacts>;
  after: Nullable<ActivityFacts>;
  client_address: Nullable<string>;
  process: Nullable<ActivityProcess>;
};

/** What acted where no user did: the start of the site, the command line, or the issuer of single sign-on. */
export type ActivityProcess = 'start' | 'command line';

/** Plain values by name. */
export type ActivityFacts = Record<string, string | number | boolean | null>;
type ImagesTable = {
  id: Generated<string>;
  folder: 'featured-images' | 'editor-images' | 'logos';
  name: string;
  state: Generated<'arriving' | 'stored' | 'leaving'>;
  width: number;
  height: number;
  bytes: number;
  animated: Generated<boolean>;
  placeholder: Nullable<string>;
  alt: Nullable<string>;
  caption: Nullable<string>;
  focal_x: Generated<number>;
  focal_y: Generated<number>;
  original_name: Generated<string>;
  uploaded_by: Nullable<string>;
  created_at: CreatedAt;
  unused_since: InstantOrNull;
};

/** Where a post shows an image; `social` is the preview of a link to it. */
export type ImagePlace = 'featured' | 'social' | 'body';

type PostImagesTable = {
  post_id: string;
  image_id: string;
  place: ImagePlace;
};

type RevisionImagesTable = {
  revision_id: string;
  image_id: string;
};

type Json = ColumnType<Record<string, unknown>, string, string>;

/** How the words of a document were saved. */
export type SiteSaveKind = 'save' | 'autosave' | 'publish' | 'schedule' | 'discard' | 'import';

type SiteDocumentsTable = {
  name: string;
  published: ColumnType<Record<string, unknown>, string | undefined, string>;
  draft: JsonOrNull;
  scheduled: JsonOrNull;
  publish_at: InstantOrNull;
  version: Generated<number>;
  saved_by: Nullable<string>;
  saved_at: CreatedAt;
  save_kind: SiteSaveKind;
  save_key: Generated<string>;
};

type SiteRevisionsTable = {
  id: Generated<string>;
  document: string;
  version: number;
  saved_by: Nullable<string>;
  save_kind: SiteSaveKind;
  saved_at: Instant;
  words: Json;
};

type SiteImagesTable = {
  document: string;
  image_id: string;
};

type SiteShareLinksTable = {
  id: Generated<string>;
  token_hash: Buffer;
  document: string;
  created_by: string;
  created_at: CreatedAt;
  expires_at: Instant;
};

type AttemptsTable = {
  key: Buffer;
  made_at: ColumnType<Date[], Date[], Date[]>;
  ends_at: Instant;
};

type KnownNetworksTable = {
  user_id: string;
  network: string;
  seen_at: CreatedAt;
};

type AccountLinksTable = {
  user_id: string;
  purpose: 'password-reset' | 'email-confirmation' | 'email-change' | 'email-change-undo' | 'sign-in';
  new_email: Nullable<string>;
  token_hash: Buffer;
  expires_at: Instant;
  created_at: CreatedAt;
};

type RepeatedSignUpsTable = {
  user_id: string;
  password: string;
  created_at: CreatedAt;
};

type InvitationsTable = {
  id: Generated<string>;
  email: string;
  role: 'editor' | 'admin' | 'super_admin';
  token_hash: Buffer;
  invited_by: Nullable<string>;
  expires_at: Instant;
  created_at: CreatedAt;
};

export type PostRow = Selectable<BlogPostsTable>;
export type ImageRow = Selectable<ImagesTable>;
export type MessageRow = Selectable<MessagesTable>;
