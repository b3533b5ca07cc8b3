import type { MessageRow } from '#db/queries/messages.ts';

/** A contact message for testing the email service; it is not stored. */
export function testMessage(email: string): MessageRow {
  const now = new Date();
  return {
    id: '00000000-0000-4000-8000-000000000000',
    kind: 'contact',
    name: 'A test',
    email,
    subject: 'A test message',
    message: 'This is a test message. Email delivery works.',
    phone: null,
    industry: null,
    business_stage: null,
    funding_to_date: null,
    status: 'new',
    spam_reason: null,
    spam_since: null,
    read_at: null,
    owner_id: null,
    page: '',
    campaign: '',
    content_hash: Buffer.alloc(0),
    text_hash: Buffer.alloc(0),
    created_at: now,
    search_text: '',
    referrer_host: '',
    last_post_id: null,
  };
}
