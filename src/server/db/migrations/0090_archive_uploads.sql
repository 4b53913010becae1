-- Tries of "Import everything": each counts as an upload for an hour, whatever came of it.
create table archive_uploads (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
call protect('archive_uploads');
