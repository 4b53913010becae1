-- The ground: ids, tenants, people and their sessions.
-- Written for PostgreSQL 15 and up.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- UUIDv7: time-ordered, so that new rows land at the end of an index. PostgreSQL has its own from 18 on.
create function uuid_v7() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

-- How a text is searched: without case and accents.
create function fold(value text) returns text language sql immutable strict parallel safe as $$
  select lower(public.unaccent('public.unaccent'::regdictionary, value))
$$;

-- The organization this transaction works for. Empty outside one: then no row is visible.
create function current_organization() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('app.organization_id', true), '')::uuid
$$;
-- True on the few connections that look across organizations: signing in, and finding work for the engine.
create function across_organizations() returns boolean language sql stable parallel safe as $$
  select coalesce(current_setting('app.scope', true), '') = 'system'
$$;

-- Puts a table under row-level security. Forced, so that the table's owner is bound too.
create procedure protect(relation regclass, seen_across boolean default false) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', relation);
  execute format('alter table %s force row level security', relation);
  execute format('create policy own on %s using (organization_id = current_organization()) with check (organization_id = current_organization())', relation);
  if seen_across then
    execute format('create policy across on %s using (across_organizations()) with check (across_organizations())', relation);
  end if;
end $$;

create table organizations (
  organization_id uuid primary key default uuid_v7(),
  name text not null default '',
  country text not null check (country ~ '^[A-Z]{2}$'),
  time_zone text not null,
  base_currency text not null check (base_currency ~ '^[A-Z]{3}$'),
  premium_until date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
call protect('organizations', true);

create table users (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  email text not null,
  -- The address as compared: trimmed, NFKC, lower case. One account per address in the whole installation.
  email_key text not null unique,
  password_hash text not null,
  locale text not null default 'en',
  time_zone text,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id)
);
create unique index users_id on users (id);
call protect('users', true);

-- One row per place where somebody is signed in. Tokens are derived, never stored.
create table auth_sessions (
  id uuid not null default uuid_v7(),
  organization_id uuid not null,
  user_id uuid not null,
  refresh_counter bigint not null default 0,
  confirmed_counter bigint not null default 0,
  rotated_at timestamptz not null default clock_timestamp(),
  idle_expires_at timestamptz not null,
  absolute_expires_at timestamptz not null,
  revoked_at timestamptz,
  revoke_reason text,
  ip inet,
  user_agent text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users on delete cascade
);
create unique index auth_sessions_id on auth_sessions (id);
create index auth_sessions_user on auth_sessions (organization_id, user_id);
call protect('auth_sessions', true);

-- Tries, counted before the work they ask for. Not of any organization: most of them come from nobody yet.
create table rate_limits (
  key text primary key,
  tries integer not null,
  window_ends_at timestamptz not null
);

-- Who did what, from where. Only ever added to.
create table audit_events (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid,
  action text not null,
  target_id uuid,
  ip inet,
  detail jsonb not null default '{}',
  at timestamptz not null default clock_timestamp(),
  primary key (organization_id, id)
);
call protect('audit_events', true);
