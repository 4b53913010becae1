-- A deleted webhook: its deliveries are deleted in batches, then its row.
alter table webhooks add column removed_at timestamptz;
alter table webhooks add constraint webhooks_removed_at_check check (removed_at is null or not active);

alter table webhooks drop constraint webhooks_disabled_reason_check;
alter table webhooks add constraint webhooks_disabled_reason_check
  check (disabled_reason in ('failing', 'gone', 'too_many_waiting'));

-- What is being sent: a few rows, while 100,000 may wait.
create index webhook_deliveries_in_flight on webhook_deliveries (organization_id, webhook_id) where lease_until is not null;
