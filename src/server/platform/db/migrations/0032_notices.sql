-- What members were told by email: one row as long as it lasts, so that nobody is told twice.
create table notices (
  organization_id uuid not null references organizations on delete cascade,
  kind text not null check (kind in ('broadcast_paused', 'phone_down')),
  -- The broadcast or the session.
  key uuid not null,
  sent_at timestamptz not null default now(),
  primary key (organization_id, kind, key)
);
alter table notices enable row level security, force row level security;
create policy own on notices using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on notices using (across_organizations()) with check (across_organizations());
