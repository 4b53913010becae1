-- What a member may do. Owner, admin, member and viewer are known to the program; a row here is a role that an organization made.
create table roles (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null check (name <> ''),
  permissions text[] not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id)
);
create unique index roles_name on roles (organization_id, lower(name));
alter table roles enable row level security, force row level security;
create policy own on roles using (organization_id = current_organization()) with check (organization_id = current_organization());
-- Signing in reads the permissions of a session's user.
create policy across on roles using (across_organizations()) with check (across_organizations());

-- Exactly one of `role`, a built-in role, and `role_id`, one that the organization made.
alter table users
  add column role text check (role in ('owner', 'admin', 'member', 'viewer')),
  add column role_id uuid,
  add foreign key (organization_id, role_id) references roles;
alter table users no force row level security;
update users u set role = case when u.id = (
    select id from users o where o.organization_id = u.organization_id order by o.disabled_at is not null, o.joined_at, o.id limit 1)
  then 'owner' else 'admin' end;
alter table users force row level security;
alter table users add check (num_nonnulls(role, role_id) = 1);
create index users_role on users (organization_id, role_id) where role_id is not null;

-- The role that the invited person gets.
alter table invitations
  add column role text check (role in ('owner', 'admin', 'member', 'viewer')),
  add column role_id uuid,
  add foreign key (organization_id, role_id) references roles on delete set null (role_id);
alter table invitations no force row level security;
update invitations set role = 'member';
alter table invitations force row level security;
-- A used or withdrawn invitation does not keep its role from being deleted.
alter table invitations add check (num_nonnulls(role, role_id) = 1 or accepted_at is not null or withdrawn_at is not null);
create index invitations_role on invitations (organization_id, role_id) where role_id is not null;
