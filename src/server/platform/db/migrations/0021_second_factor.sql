-- Two-step login: the secret of an authenticator app, and codes for when it is lost.
create table second_factors (
  organization_id uuid not null,
  user_id uuid not null,
  -- Encrypted for this user. Null until a first code has confirmed the pending one.
  secret bytea,
  pending_secret bytea,
  confirmed_at timestamptz,
  -- The time step of the newest accepted code: none is accepted twice.
  last_step bigint not null default 0,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references users on delete cascade,
  check ((secret is null) = (confirmed_at is null))
);
alter table second_factors enable row level security, force row level security;
create policy own on second_factors using (organization_id = current_organization()) with check (organization_id = current_organization());
-- Every request reads whether its user has one.
create policy across on second_factors using (across_organizations()) with check (across_organizations());

create table recovery_codes (
  organization_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (organization_id, user_id, code_hash),
  foreign key (organization_id, user_id) references second_factors on delete cascade
);
alter table recovery_codes enable row level security, force row level security;
create policy own on recovery_codes using (organization_id = current_organization()) with check (organization_id = current_organization());

-- Until then a login on this device asks for no code.
alter table auth_sessions add column remembered_until timestamptz;
-- Members without a second factor can only set one up.
alter table organizations add column second_factor_required boolean not null default false;
