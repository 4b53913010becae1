-- Saved views of lists. A view is the team's, or private to one member, with whom it goes.
create table views (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  list text not null check (list in ('investors', 'investments', 'contacts')),
  name text not null check (name <> ''),
  private_to uuid,
  parameters jsonb not null default '{}',
  columns jsonb,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, private_to) references users on delete cascade
);
create unique index views_name on views (organization_id, list, coalesce(private_to, '00000000-0000-0000-0000-000000000000'), lower(name))
  where deleted_at is null;
create index views_private_to on views (organization_id, private_to);
alter table views enable row level security, force row level security;
create policy own on views using (organization_id = current_organization()) with check (organization_id = current_organization());

-- The view that opens for a member when the list is opened from the menu.
create table view_defaults (
  organization_id uuid not null,
  user_id uuid not null,
  list text not null check (list in ('investors', 'investments', 'contacts')),
  view_id uuid not null,
  primary key (organization_id, user_id, list),
  foreign key (organization_id, user_id) references users on delete cascade,
  foreign key (organization_id, view_id) references views on delete cascade
);
create index view_defaults_view on view_defaults (organization_id, view_id);
alter table view_defaults enable row level security, force row level security;
create policy own on view_defaults using (organization_id = current_organization()) with check (organization_id = current_organization());
