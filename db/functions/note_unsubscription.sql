-- Marks the last email of a post that a subscriber got before the subscription ended.
create or replace function note_unsubscription() returns trigger language plpgsql as $$
begin
  update post_email_recipients set unsubscribed_at = now()
  where unsubscribed_at is null and id = (
    select id from post_email_recipients where subscriber_id = new.id and state = 'sent'
    order by sent_at desc limit 1
  );
  return null;
end $$;
