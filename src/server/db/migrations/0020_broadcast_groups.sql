-- Broadcast groups: named audiences, and which of them a broadcast goes to.

create table broadcast_groups (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null check (name <> ''),
  -- Rules as contract/segments.ts has them.
  segment jsonb,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id)
);
create unique index broadcast_groups_name on broadcast_groups (organization_id, lower(name)) where deleted_at is null;
call protect('broadcast_groups');

create table broadcast_group_contacts (
  organization_id uuid not null,
  broadcast_group_id uuid not null,
  contact_id uuid not null,
  excluded boolean not null default false,
  primary key (organization_id, broadcast_group_id, contact_id),
  foreign key (organization_id, broadcast_group_id) references broadcast_groups on delete cascade,
  foreign key (organization_id, contact_id) references contacts on delete cascade
);
create index broadcast_group_contacts_contact on broadcast_group_contacts (organization_id, contact_id);
call protect('broadcast_group_contacts');

create table broadcast_group_wa_groups (
  organization_id uuid not null,
  broadcast_group_id uuid not null,
  wa_group_id uuid not null,
  primary key (organization_id, broadcast_group_id, wa_group_id),
  foreign key (organization_id, broadcast_group_id) references broadcast_groups on delete cascade,
  foreign key (organization_id, wa_group_id) references wa_groups on delete cascade
);
create index broadcast_group_wa_groups_group on broadcast_group_wa_groups (organization_id, wa_group_id);
call protect('broadcast_group_wa_groups');

-- A broadcast's audience by name.
create table broadcast_chosen_groups (
  organization_id uuid not null,
  broadcast_id uuid not null,
  broadcast_group_id uuid not null,
  primary key (organization_id, broadcast_id, broadcast_group_id),
  foreign key (organization_id, broadcast_id) references broadcasts on delete cascade,
  foreign key (organization_id, broadcast_group_id) references broadcast_groups
);
create index broadcast_chosen_groups_group on broadcast_chosen_groups (organization_id, broadcast_group_id);
call protect('broadcast_chosen_groups');
