-- Bulk changes: one change of many records, done batch by batch and undone as a whole.
create table bulk_changes (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations (organization_id) on delete cascade,
  kind text not null check (kind in ('contacts', 'investors', 'investments')),
  -- Null: the records were only selected, for an export or a broadcast.
  change jsonb,
  status text not null check (status in ('running', 'done', 'undoing', 'undone')),
  created_by uuid,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  lease_token uuid,
  lease_until timestamptz,
  primary key (organization_id, id)
);
create index bulk_changes_running on bulk_changes (created_at) where status in ('running', 'undoing');
create index bulk_changes_created on bulk_changes (created_at);
alter table bulk_changes enable row level security, force row level security;
create policy own on bulk_changes for all using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on bulk_changes for all using (across_organizations()) with check (across_organizations());

-- The selected records, frozen when the bulk change was requested.
create table bulk_change_rows (
  organization_id uuid not null,
  bulk_change_id uuid not null,
  record_id uuid not null,
  done_at timestamptz,
  -- What the change replaced, for Undo; null if nothing was to change, or the record was refused.
  before jsonb,
  refusal jsonb,
  undone_at timestamptz,
  undo_refusal jsonb,
  primary key (organization_id, bulk_change_id, record_id),
  foreign key (organization_id, bulk_change_id) references bulk_changes (organization_id, id) on delete cascade
);
create index bulk_change_rows_pending on bulk_change_rows (organization_id, bulk_change_id, record_id) where done_at is null;
alter table bulk_change_rows enable row level security, force row level security;
create policy own on bulk_change_rows for all using (organization_id = current_organization()) with check (organization_id = current_organization());
