// Generated from the schema by db/tables.db.test.ts; `npx vitest run --project database db/tables.db.test.ts -u` writes it.
import type { Selectable } from 'kysely';

import type { ActivityFacts, AuthorLinks, Generated, Instant, Json, ReadOnly } from './column-types.ts';

export type Tables = {
  account_links: {
    user_id: string;
    purpose: 'password-reset' | 'email-confirmation' | 'email-change' | 'email-change-undo' | 'sign-in';
    token_hash: Buffer;
    new_email: string | null;
    expires_at: Instant;
    created_at: Generated<Instant>;
  };
  activity: {
    id: ReadOnly<number>;
    created_at: Generated<Instant>;
    actor_id: string | null;
    actor_email: string | null;
    action: string;
    subject_id: string | null;
    subject_label: string | null;
    before: ActivityFacts | null;
    after: ActivityFacts | null;
    client_address: string | null;
    process: 'start' | 'command line' | null;
  };
  admin_users: {
    id: Generated<string>;
    user_id: string;
    role: Generated<'contributor' | 'editor' | 'admin' | 'super_admin'>;
    permissions: Generated<Json>;
    created_at: Generated<Instant>;
    leads_emailed_for: string | null;
    wants_proposals: Generated<boolean>;
  };
  announced_pages: {
    path: string;
  };
  attempts: {
    key: Buffer;
    made_at: Date[];
    ends_at: Instant;
  };
  authors: {
    id: Generated<string>;
    name: string;
    slug: string;
    role: string | null;
    bio: string | null;
    portrait_id: string | null;
    links: Generated<AuthorLinks>;
    user_id: string | null;
    document: Generated<string>;
    created_at: Generated<Instant>;
    search_text: ReadOnly<string>;
  };
  blog_categories: {
    id: Generated<string>;
    name: string;
    slug: string;
    description: string | null;
    created_at: Generated<Instant>;
    search_text: ReadOnly<string>;
  };
  blog_post_editors: {
    post_id: string;
    user_id: string;
    seen_at: Instant;
  };
  blog_post_metrics: {
    post_id: string;
    created_at: Generated<Instant>;
    referrer_host: Generated<string>;
    campaign: Generated<string>;
    device: Generated<string>;
    browser: Generated<string>;
  };
  blog_post_pending_changes: {
    post_id: string;
    post_version: number;
    version: Generated<number>;
    saved_by: string | null;
    save_key: Generated<string>;
    saved_at: Generated<Instant>;
    settings: Json;
    content: string;
  };
  blog_post_revisions: {
    id: Generated<string>;
    post_id: string;
    version: number;
    saved_by: string | null;
    save_kind: 'save' | 'autosave' | 'other' | 'discarded';
    saved_at: Instant;
    settings: Json;
    content: string;
  };
  blog_post_search: {
    post_id: string;
    visible_from: Instant | null;
    made_by: Generated<string>;
    document: Generated<string>;
    title: Generated<string>;
    words: Generated<string>;
    laid_out: string | null;
  };
  blog_post_share_links: {
    id: Generated<string>;
    token_hash: Buffer;
    post_id: string;
    created_by: string;
    created_at: Generated<Instant>;
    expires_at: Instant;
  };
  blog_post_stats: {
    id: ReadOnly<string>;
    title: ReadOnly<string>;
    slug: ReadOnly<string>;
    published: ReadOnly<boolean>;
    created_at: ReadOnly<Instant>;
    total_views: ReadOnly<number>;
    views_today: ReadOnly<number>;
    views_this_week: ReadOnly<number>;
    views_this_month: ReadOnly<number>;
  };
  blog_post_tags: {
    post_id: string;
    tag_id: string;
  };
  blog_posts: {
    id: Generated<string>;
    title: string;
    is_untitled: Generated<boolean>;
    slug: string;
    content: Generated<string>;
    excerpt: string | null;
    category_id: string | null;
    featured_image: string | null;
    published: Generated<boolean>;
    featured: Generated<boolean>;
    published_at: Instant | null;
    display_published_at: string | null;
    first_published_at: Instant | null;
    author_id: string | null;
    public_author_id: string | null;
    word_count: Generated<number>;
    read_minutes: Generated<number>;
    version: Generated<number>;
    creation_key: Generated<string>;
    created_at: Generated<Instant>;
    updated_at: Generated<Instant>;
    saved_by: string | null;
    save_kind: Generated<'save' | 'autosave' | 'other'>;
    save_key: Generated<string>;
    language: string | null;
    meta_description: string | null;
    social_title: string | null;
    social_image: string | null;
    canonical_url: string | null;
    noindex: Generated<boolean>;
    image_description: string | null;
    kind: Generated<'post' | 'page' | 'case_study'>;
    facts: Generated<Json>;
    client_logo: string | null;
    position: number | null;
  };
  blog_tags: {
    id: Generated<string>;
    name: string;
    slug: string;
    created_at: Generated<Instant>;
    search_text: ReadOnly<string>;
  };
  clock: {
    only_row: Generated<boolean>;
    newest_at: Generated<Instant>;
    looked_at: Generated<Instant>;
    jumped_at: Instant | null;
    is_alarm: Generated<boolean>;
  };
  content_changes: {
    version: number;
    key: string;
  };
  content_version: {
    only_row: Generated<boolean>;
    version: Generated<number>;
    raised_by: Generated<string>;
  };
  images: {
    id: Generated<string>;
    folder: 'featured-images' | 'editor-images' | 'logos';
    name: string;
    state: Generated<'arriving' | 'stored' | 'leaving'>;
    width: number;
    height: number;
    bytes: number;
    animated: Generated<boolean>;
    placeholder: string | null;
    alt: string | null;
    caption: string | null;
    original_name: Generated<string>;
    uploaded_by: string | null;
    created_at: Generated<Instant>;
    unused_since: Instant | null;
  };
  import_items: {
    key: string;
    import_id: string;
    post_id: string | null;
    version: number;
    report: Json;
  };
  import_records: {
    import_id: string;
    kind: 'category' | 'tag' | 'author' | 'redirect' | 'image';
    record_id: string;
    address: string | null;
  };
  imports: {
    id: Generated<string>;
    source_key: string | null;
    system: 'WordPress' | 'Ghost' | 'Markdown' | 'Redirects' | null;
    name: string;
    started_by: string | null;
    started_at: Generated<Instant>;
    state: 'checking' | 'checked' | 'importing' | 'imported' | 'failed';
    done: Generated<number>;
    total: Generated<number>;
    step_began_at: Generated<Instant>;
    changed_at: Generated<Instant>;
    report: Json | null;
    problem: string | null;
  };
  installation: {
    only_row: Generated<boolean>;
    second_factor: Generated<'none' | 'admins' | 'everybody'>;
    setup_token_hash: Buffer | null;
    setup_expires_at: Instant | null;
    storage_id: string | null;
    first_steps_dismissed: Generated<boolean>;
    newsletter_accepted: Generated<string[]>;
    newsletter_accepted_by: string | null;
    newsletter_accepted_at: Instant | null;
    restored_at: Instant | null;
    backup_attempted_at: Instant | null;
    backup_succeeded_at: Instant | null;
    backup_file: Generated<string>;
    backup_failure: string | null;
    backup_verified_at: Instant | null;
    backup_verify_seconds: Generated<number>;
    backup_verify_failure: string | null;
    backup_emailed: Generated<string[]>;
  };
  invitations: {
    id: Generated<string>;
    email: string;
    role: 'contributor' | 'editor' | 'admin' | 'super_admin';
    token_hash: Buffer;
    invited_by: string | null;
    expires_at: Instant;
    created_at: Generated<Instant>;
  };
  jobs: {
    id: Generated<string>;
    task: string;
    key: string | null;
    message_id: string | null;
    payload: Generated<Json>;
    tries: Generated<number>;
    run_at: Generated<Instant>;
    last_error: string | null;
    is_server_unavailable: Generated<boolean>;
    done_at: Instant | null;
    given_up_at: Instant | null;
    created_at: Generated<Instant>;
    expires_at: Instant | null;
    webhook_id: string | null;
  };
  known_places: {
    user_id: string;
    place_hash: Buffer;
    seen_at: Generated<Instant>;
  };
  list_totals: {
    list: string;
    kind: string;
    posts: number;
  };
  message_notes: {
    id: Generated<string>;
    message_id: string;
    author_id: string | null;
    note: string;
    created_at: Generated<Instant>;
  };
  messages: {
    id: Generated<string>;
    kind: 'contact' | 'application';
    name: string;
    email: string;
    subject: string;
    message: string;
    phone: string | null;
    industry: string | null;
    business_stage: 'idea' | 'building' | 'startup' | 'established' | null;
    funding_to_date: string | null;
    status: Generated<'new' | 'in_progress' | 'answered' | 'closed'>;
    spam_reason: 'honeypot' | 'too-fast' | 'links' | 'repetition' | 'words' | 'marked' | null;
    spam_signs: Generated<string>;
    learned_as: 'spam' | 'genuine' | null;
    read_at: Instant | null;
    owner_id: string | null;
    page: Generated<string>;
    campaign: Generated<string>;
    content_hash: Buffer;
    text_hash: Buffer;
    created_at: Generated<Instant>;
    search_text: ReadOnly<string>;
    spam_since: Instant | null;
    referrer_host: Generated<string>;
    last_post_id: string | null;
    deleted_at: Instant | null;
    restored_at: Instant | null;
    folder: ReadOnly<'inbox' | 'spam' | 'deleted'>;
  };
  missing_pages: {
    path: string;
    visits: Generated<number>;
    referrers: Generated<string[]>;
    last_seen_at: Generated<Instant>;
  };
  passkeys: {
    id: Generated<string>;
    user_id: string;
    credential_id: string;
    public_key: Buffer;
    counter: number;
    transports: Generated<string[]>;
    name: string;
    created_at: Generated<Instant>;
    used_at: Instant | null;
  };
  post_email_recipients: {
    id: Generated<string>;
    post_email_id: string;
    post_id: string;
    subscriber_id: string | null;
    email: string | null;
    state: Generated<'waiting' | 'sending' | 'sent' | 'failed' | 'skipped'>;
    tries: Generated<number>;
    unclear: Generated<number>;
    next_try_at: Generated<Instant>;
    sent_at: Instant | null;
    last_error: string | null;
    bounced_at: Instant | null;
    bounce: string | null;
    complained_at: Instant | null;
    unsubscribed_at: Instant | null;
  };
  post_emails: {
    id: Generated<string>;
    post_id: string | null;
    number: number;
    state: Generated<'scheduled' | 'sending' | 'sent' | 'cancelled'>;
    starts_at: Instant | null;
    paused_at: Instant | null;
    pause_reason: string | null;
    ignores_bounces: Generated<boolean>;
    created_at: Generated<Instant>;
    started_at: Instant | null;
    finished_at: Instant | null;
    introduction: string | null;
    subject: string | null;
    html: string | null;
    plain_text: string | null;
    recipients: Generated<number>;
    tried: Generated<number>;
    rate: Generated<number>;
  };
  post_images: {
    post_id: string;
    image_id: string;
    place: 'featured' | 'social' | 'logo' | 'body';
  };
  post_lists: {
    post_id: string;
    list: string;
    kind: string;
    listed_from: Instant;
  };
  profiles: {
    id: Generated<string>;
    user_id: string;
    display_name: string | null;
    username: string | null;
    first_name: string | null;
    last_name: string | null;
    created_at: Generated<Instant>;
  };
  proposal_images: {
    proposal_id: string;
    image_id: string;
  };
  proposals: {
    id: Generated<string>;
    post_id: string | null;
    base_version: number | null;
    base_settings: Json;
    base_content: string;
    settings: Json;
    content: string;
    reason: Generated<string>;
    state: Generated<'writing' | 'open' | 'accepted' | 'rejected' | 'withdrawn'>;
    author_id: string | null;
    token_id: string | null;
    token_name: string | null;
    version: Generated<number>;
    creation_key: Generated<string>;
    save_key: Generated<string>;
    created_at: Generated<Instant>;
    updated_at: Generated<Instant>;
    sent_at: Instant | null;
    decided_at: Instant | null;
    decided_by: string | null;
    answer: string | null;
  };
  redirect_rules: {
    id: Generated<string>;
    source: string;
    is_prefix: Generated<boolean>;
    status: 301 | 302 | 308 | 410;
    target: string | null;
    hits: Generated<number>;
    last_hit_at: Instant | null;
    created_at: Generated<Instant>;
  };
  revision_images: {
    revision_id: string;
    image_id: string;
  };
  sessions: {
    id: Generated<string>;
    user_id: string;
    token_hash: Buffer;
    ip_address: string | null;
    user_agent: string | null;
    created_at: Generated<Instant>;
    used_at: Generated<Instant>;
    factor: Generated<
      | 'password'
      | 'password-and-code'
      | 'password-and-recovery-code'
      | 'passkey'
      | 'oidc'
      | 'oidc-mfa'
      | 'oidc-and-code'
      | 'oidc-and-recovery-code'
      | 'oidc-and-passkey'
      | 'sign-in-link'
    >;
    proved_at: Generated<Instant>;
    is_pending: Generated<boolean>;
  };
  site_documents: {
    name: string;
    published: Generated<Json>;
    draft: Json | null;
    is_confirmed: Generated<boolean>;
    version: Generated<number>;
    saved_by: string | null;
    saved_at: Generated<Instant>;
    save_kind: 'save' | 'autosave' | 'publish' | 'discard' | 'import';
    save_key: Generated<string>;
  };
  site_images: {
    document: string;
    image_id: string;
  };
  site_revisions: {
    id: Generated<string>;
    document: string;
    version: number;
    saved_by: string | null;
    save_kind: SiteSaveKind;
    saved_at: Instant;
    words: Json;
  };
  slug_redirects: {
    kind: 'post' | 'category' | 'tag' | 'author';
    slug: string;
    post_id: string | null;
    category_id: string | null;
    tag_id: string | null;
    author_id: string | null;
    merged_id: string | null;
    created_at: Generated<Instant>;
  };
  spam_counts: {
    sign: number;
    spam: Generated<number>;
    genuine: Generated<number>;
  };
  subscribers: {
    id: Generated<string>;
    email: string;
    state: Generated<'pending' | 'confirmed' | 'unsubscribed' | 'bounced' | 'complained'>;
    page: Generated<string>;
    created_at: Generated<Instant>;
    confirmed_at: Instant | null;
    unsubscribed_at: Instant | null;
    confirmation_sent_at: Instant | null;
    soft_bounces: Generated<number>;
    consent_at: Instant | null;
    consent_source: string | null;
    stopped_at: Instant | null;
    link_hashes: Generated<Buffer[]>;
  };
  suppressed_addresses: {
    address_hash: Buffer;
    reason: 'unsubscribed' | 'hard-bounce' | 'soft-bounces' | 'complaint' | 'removed';
    since: Generated<Instant>;
    ended_at: Instant | null;
  };
  tokens: {
    id: Generated<string>;
    user_id: string;
    name: string;
    token_hash: Buffer;
    may_propose: boolean;
    may_read_drafts: boolean;
    factor: SignInFactor;
    created_at: Generated<Instant>;
    used_at: Instant | null;
    expires_at: Instant;
  };
  users: {
    id: Generated<string>;
    email: string;
    email_verified: Generated<boolean>;
    password_hash: string | null;
    repeated_sign_up_hash: string | null;
    created_at: Generated<Instant>;
    had_role: Generated<boolean>;
    authenticator_secret: Buffer | null;
    authenticator_confirmed_at: Instant | null;
    authenticator_step: Generated<number>;
    recovery_code_hashes: Generated<Buffer[]>;
    issuer: string | null;
    issuer_subject: string | null;
  };
  view_days: {
    day: string;
    what: string;
    name: string;
    views: number;
    visitors: Generated<number>;
  };
  view_periods: {
    what: ReadOnly<string>;
    period: ReadOnly<string>;
    since: ReadOnly<string>;
  };
  views_today: {
    what: string;
    name: string;
    period: string;
    views: Generated<number>;
    visitors: Generated<number>;
  };
  visitor_salt: {
    only_row: Generated<boolean>;
    salt: Buffer;
    day: string;
  };
  visits_today: {
    page: string;
    network: Buffer;
    visitor: Buffer;
    counted_at: Generated<Instant>;
    views: Generated<number>;
  };
  webhooks: {
    id: Generated<string>;
    url: string;
    events: string[];
    has_lead_texts: boolean;
    secret: Buffer;
    failed_days: Generated<number>;
    failed_on: string | null;
    ended_at: Instant | null;
    created_at: Generated<Instant>;
  };
};

export type ActivityProcess = NonNullable<Tables['activity']['process']>;
export type ImagePlace = Tables['post_images']['place'];
export type ImageRow = Selectable<Tables['images']>;
export type MessageRow = Selectable<Tables['messages']>;
export type PostKind = Selectable<Tables['blog_posts']>['kind'];
export type PostRow = Selectable<Tables['blog_posts']>;
export type SaveKind = Selectable<Tables['blog_posts']>['save_kind'];
export type SecondFactorPolicy = Selectable<Tables['installation']>['second_factor'];
export type SignInFactor = Selectable<Tables['sessions']>['factor'];
export type SiteSaveKind = Tables['site_documents']['save_kind'];
