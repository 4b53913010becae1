-- API tokens: a program acts as the member who made one.
create table api_tokens (
  id uuid not null default uuid_v7(),
  organization_id uuid not null,
  user_id uuid not null,
  name text not null,
  token_hash bytea not null unique,
  -- Those that were chosen; a request has those of them that the role of the member has as well.
  permissions text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_ip inet,
  -- The row stays: the audit log names it.
  revoked_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users on delete cascade
);
create index api_tokens_user on api_tokens (organization_id, user_id);
alter table api_tokens enable row level security, force row level security;
create policy own on api_tokens using (organization_id = current_organization()) with check (organization_id = current_organization());
-- A request with a token names no organization.
create policy across on api_tokens using (across_organizations()) with check (across_organizations());

-- With which token a user acted, in whatever statement: the transaction of a request names it.
alter table audit_events add column token_id uuid default nullif(current_setting('app.token_id', true), '')::uuid;
alter table record_edits add column token_id uuid default nullif(current_setting('app.token_id', true), '')::uuid;

-- A file that was requested with a token belongs to no sign-in session.
alter table downloads alter column session_id drop not null;
alter table downloads add column token_id uuid;
alter table downloads add check ((session_id is null) = (token_id is not null));
