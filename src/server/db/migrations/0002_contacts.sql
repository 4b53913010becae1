-- Contacts, and importing them.

-- Row-level security keeps LIKE away from the trigram indexes unless it is known not to leak (100,000 contacts: 48 ms
-- instead of 8). It does not: its only error is about the pattern. Needs a superuser, as the embedded server's
-- login is; elsewhere search is as right, only slower. See docs/decisions/0004-search-under-row-level-security.md.
do $$ begin
  alter function pg_catalog.textlike(text, text) leakproof;
exception when insufficient_privilege then null;
end $$;

create table contacts (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null check (name <> ''),
  preferred_name text not null default '',
  phone text check (phone ~ '^\+[1-9][0-9]{5,15}$'),
  -- The number as compared: without Brazil's ninth digit, Mexico's 521 and Argentina's 549.
  phone_key text,
  email text not null default '',
  -- The address as compared. A column, because under row-level security an index on lower(email) may not be used.
  email_key text not null generated always as (lower(email)) stored,
  company text not null default '',
  job_title text not null default '',
  language text not null default '',
  notes text not null default '',
  consent text not null default 'unknown' check (consent in ('unknown', 'opted_in', 'opted_out')),
  search text not null generated always as (fold(name || ' ' || preferred_name || ' ' || company || ' ' || email) || ' ' || coalesce(phone, '')) stored,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id),
  check ((phone is null) = (phone_key is null))
);
create unique index contacts_phone_key on contacts (organization_id, phone_key) where deleted_at is null;
-- By the rules of writing, not by bytes: "Émile" stands beside "Emil".
create index contacts_name on contacts (organization_id, name collate "und-x-icu", id) where deleted_at is null;
create index contacts_company on contacts (organization_id, company collate "und-x-icu", id) where deleted_at is null;
create index contacts_email on contacts (organization_id, email_key, id) where deleted_at is null;
create index contacts_phone on contacts (organization_id, phone, id) where deleted_at is null;
create index contacts_updated on contacts (organization_id, updated_at, id) where deleted_at is null;
create index contacts_created on contacts (organization_id, created_at, id) where deleted_at is null;
create index contacts_search on contacts using gin (search gin_trgm_ops) where deleted_at is null;
call protect('contacts');
-- With statistics the planner believes that an organization it has not seen yet has no contacts: it then reads all of
-- them, by any index, instead of looking one number up (20,000 contacts: 216 ms instead of 2). Without, it expects 1 in 200.
alter table contacts alter column organization_id set statistics 0;

-- Numbers that asked not to be written to. By number, so that it outlives deletion, merge and import.
create table opt_outs (
  organization_id uuid not null references organizations on delete cascade,
  phone_key text not null,
  evidence text not null default '',
  created_at timestamptz not null default now(),
  primary key (organization_id, phone_key)
);
call protect('opt_outs');

create table imports (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  file_name text not null,
  status text not null check (status in ('reading', 'ready', 'running', 'done', 'failed')),
  failure text,
  -- [{ header, field }], in the file's order
  columns jsonb not null default '[]',
  created_by uuid,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Whose turn it is to apply the rows, and until when others leave it alone.
  lease_token uuid,
  lease_until timestamptz,
  primary key (organization_id, id)
);
create index imports_running on imports (created_at) where status = 'running';
call protect('imports', true);

create table import_rows (
  organization_id uuid not null,
  import_id uuid not null,
  line integer not null,
  action text not null check (action in ('create', 'update', 'skip', 'error')),
  reason text,
  -- The contact as read from the row: { name, phone, email, ... }
  contact jsonb not null,
  phone_key text,
  contact_id uuid,
  done_at timestamptz,
  primary key (organization_id, import_id, line),
  foreign key (organization_id, import_id) references imports on delete cascade
);
call protect('import_rows');
