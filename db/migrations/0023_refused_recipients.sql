-- The check of the first emails counts those that were refused before every batch: not by reading a row for each recipient.
create index post_email_recipients_refused_idx on post_email_recipients (post_email_id)
  where bounced_at is not null or state = 'failed';
