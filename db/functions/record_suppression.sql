-- Keeps the suppression list in step with the subscribers, whatever ends or confirms a subscription.
create or replace function record_suppression() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform suppress_address(old.email, 'removed');
  elsif new.state = 'unsubscribed' then
    perform suppress_address(new.email, 'unsubscribed');
  elsif new.state = 'complained' then
    perform suppress_address(new.email, 'complaint');
  elsif new.state = 'bounced' then
    -- A hard bounce does not count as a soft one.
    if tg_op = 'UPDATE' and new.soft_bounces > old.soft_bounces then
      perform suppress_address(new.email, 'soft-bounces');
    else
      perform suppress_address(new.email, 'hard-bounce');
    end if;
  elsif new.state = 'confirmed' and tg_op = 'UPDATE' then
    -- A row that is inserted as confirmed comes from a list, not from the owner of the address.
    update suppressed_addresses set ended_at = now()
    where address_hash = address_hash(new.email) and ended_at is null;
  end if;
  return null;
end $$;
