-- When a broadcast begins, until when its news is fresh, what it was made from, and messages to try it with.

alter table broadcasts drop constraint broadcasts_status_check;
alter table broadcasts add constraint broadcasts_status_check check
  (status in ('draft', 'scheduled', 'preparing', 'sending', 'paused', 'completed', 'cancelled', 'failed'));

alter table broadcasts
  -- What somebody chose on the clock of a place (`2026-11-25T09:00`), and the moment that is there.
  add column send_on text check (send_on ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d$'),
  add column time_zone text,
  add column send_at timestamptz,
  -- The news is stale from then on: who was not written to before is not written to any more.
  add column expires_at timestamptz,
  -- The broadcast it was made from, and which of that one's people it is for.
  add column source_broadcast_id uuid,
  add column source_part text check (source_part in ('copy', 'failed', 'not_sent', 'not_read', 'not_replied')),
  -- A message to oneself, to see how that broadcast will look: no list shows it.
  add column test_of uuid,
  add constraint broadcasts_source foreign key (organization_id, source_broadcast_id) references broadcasts,
  add constraint broadcasts_test_of foreign key (organization_id, test_of) references broadcasts,
  add check ((send_at is null) = (send_on is null)),
  add check (send_at is null or time_zone is not null),
  add check (status <> 'scheduled' or send_at is not null),
  add check ((source_broadcast_id is null) = (source_part is null));

-- What begins next: a handful of rows at any time.
create index broadcasts_scheduled on broadcasts (send_at) where status = 'scheduled';
create index broadcasts_from on broadcasts (organization_id, source_broadcast_id) where source_broadcast_id is not null;
create index broadcasts_tests on broadcasts (organization_id, test_of) where test_of is not null;

-- Whom WhatsApp did not know: told before somebody is written to again.
create index recipients_not_on_whatsapp on recipients (organization_id, address_key) where reason = 'not_on_whatsapp';
