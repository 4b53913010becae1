-- Baseline: the schema of Kabar, by feature. For PostgreSQL 15 and up. schema.sql shows the result table by table.
--
-- Nearly every table belongs to one organization: `organization_id` is in its keys and foreign keys, and two policies
-- decide which rows a transaction sees. `own`: those of its organization. `across`, on few tables: all, where signing in
-- or background work has to look across organizations. Row-level security is forced, so it applies to the owner as well.

-- ── Platform ───────────────────────────────────────────────────────────────────────────────────────────────────────

create extension if not exists pg_trgm;
create extension if not exists unaccent;
-- For indexes that search words within one organization.
create extension if not exists btree_gin;

-- Row-level security does not let LIKE use the trigram indexes unless the operator is leakproof, which it is: its only
-- error concerns the pattern. Needs a superuser; without one, search is only slower (docs/decisions/0004).
do $$ begin
  alter function pg_catalog.textlike(text, text) leakproof;
exception when insufficient_privilege then null;
end $$;

-- UUIDv7 is ordered by time, so new rows go to the end of an index.
create function uuid_v7() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;
-- PostgreSQL's own function costs half as much; it has one from version 18 on.
do $$
begin
  if current_setting('server_version_num')::integer >= 180000 then
    create or replace function uuid_v7() returns uuid language sql volatile parallel safe as 'select uuidv7()';
  end if;
end $$;

-- A text as it is searched: without case and accents.
create function fold(value text) returns text language sql immutable strict parallel safe as $$
  select lower(public.unaccent('public.unaccent'::regdictionary, value))
$$;

-- The organization of this transaction; null outside of one, so that no row is visible.
create function current_organization() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('app.organization_id', true), '')::uuid
$$;

-- Whether this connection may see across organizations (the pool `system` in db/index.ts).
create function across_organizations() returns boolean language sql stable parallel safe as $$
  select coalesce(current_setting('app.scope', true), '') = 'system'
$$;

-- Today in a time zone; null, without an error, where PostgreSQL does not know the zone.
create function day_in(zone text) returns date language plpgsql stable as $$
begin
  return (now() at time zone zone)::date;
exception when invalid_parameter_value then
  return null;
end $$;

-- Triggers `time_zone_is_known`: `at time zone` with an unknown name would fail every statement that reads the row.
create function check_time_zone() returns trigger language plpgsql as $$
begin
  if day_in(new.time_zone) is null then
    raise exception 'PostgreSQL does not know this time zone' using errcode = 'check_violation', constraint = 'time_zone_is_known';
  end if;
  return new;
end $$;

-- Analyzes a table and merges the pending lists of its search indexes. Only the owner of a table may do that, and the app
-- does not always sign in as the owner: on the embedded server it is `kabar_app`.
create function refresh_statistics(target regclass) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute format('analyze %s', target);
  perform gin_clean_pending_list(i.indexrelid) from pg_index i
    join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam and a.amname = 'gin'
    where i.indrelid = target;
end $$;

-- ── Organizations ──────────────────────────────────────────────────────────────────────────────────────────────────

create table organizations (
  organization_id uuid primary key default uuid_v7(),
  name text not null default '',
  country text not null check (country ~ '^[A-Z]{2}$'),
  time_zone text not null,
  base_currency text not null check (base_currency ~ '^[A-Z]{3}$'),
  premium_until date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  -- Limits that the operator has set for this organization; null: those of the installation.
  quota_records bigint check (quota_records >= 0),
  quota_storage bigint check (quota_storage >= 0),
  quota_uploads bigint check (quota_uploads >= 0),
  quota_exports bigint check (quota_exports >= 0),
  -- The last day of the closed period; null: nothing is closed.
  closed_until date,
  -- The organization and user that this demo organization with sample data belongs to; null: a real organization.
  demo_of uuid,
  demo_of_user_id uuid,
  check ((demo_of is null) = (demo_of_user_id is null)),
  unique (demo_of, demo_of_user_id),
  unique (organization_id, demo_of, demo_of_user_id)
);
alter table organizations enable row level security, force row level security;
create policy own on organizations using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on organizations using (across_organizations()) with check (across_organizations());
-- Refuses a time zone that PostgreSQL does not know.
create trigger time_zone_is_known before insert or update of time_zone on organizations
  for each row when (new.time_zone is not null) execute function check_time_zone();

create function day_in(organization uuid) returns date language sql stable as $$
  select (now() at time zone time_zone)::date from organizations where organization_id = organization
$$;

-- The last automatic number of a kind: IV-0001 for investors, INV-0001 for investments.
create table record_numbers (
  organization_id uuid not null references organizations on delete cascade,
  kind text not null,
  last bigint not null default 0,
  primary key (organization_id, kind)
);
alter table record_numbers enable row level security, force row level security;
create policy own on record_numbers using (organization_id = current_organization()) with check (organization_id = current_organization());

-- The response to a POST, sent again to a client that repeats it with the same key.
create table idempotency_keys (
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null,
  key text not null,
  -- Method, path and body, hashed: another request with the same key is refused.
  request_hash bytea not null,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
alter table idempotency_keys enable row level security, force row level security;
create policy own on idempotency_keys using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on idempotency_keys using (across_organizations()) with check (across_organizations());

-- ── Identity: users, signing in, invitations, the audit log of both ────────────────────────────────────────────────

create table users (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  email text not null,
  -- The address for comparisons: trimmed, NFKC, lower case. An address has one account in the whole installation. Null for the
  -- copy of a user in their demo organization, which has the same id and cannot sign in.
  email_key text unique,
  password_hash text not null,
  locale text not null default 'en',
  time_zone text,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  joined_at timestamptz not null default now(),
  -- When the team removed the user, which it may undo. Only the operator enables users that the operator disabled.
  removed_at timestamptz check (removed_at is null or disabled_at is not null),
  primary key (organization_id, id)
);
alter table users enable row level security, force row level security;
create policy own on users using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on users using (across_organizations()) with check (across_organizations());
-- Refuses a time zone that PostgreSQL does not know.
create trigger time_zone_is_known before insert or update of time_zone on users
  for each row when (new.time_zone is not null) execute function check_time_zone();

alter table organizations add constraint organizations_demo_of_fkey
  foreign key (demo_of, demo_of_user_id) references users (organization_id, id) on delete cascade;

-- One row for each device on which a user is signed in. Tokens are derived, never stored.
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
  -- The demo organization that is open; null: the user's own organization. The foreign key allows only the user's own demo.
  demo_organization_id uuid,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users on delete cascade,
  foreign key (demo_organization_id, organization_id, user_id)
    references organizations (organization_id, demo_of, demo_of_user_id) on delete set null (demo_organization_id)
);
create unique index auth_sessions_id on auth_sessions (id);
create index auth_sessions_user on auth_sessions (organization_id, user_id);
create index auth_sessions_demo on auth_sessions (demo_organization_id) where demo_organization_id is not null;
alter table auth_sessions enable row level security, force row level security;
create policy own on auth_sessions using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on auth_sessions using (across_organizations()) with check (across_organizations());

-- One link per user: a new request invalidates the older link. Only the token's SHA-256 is stored.
create table password_resets (
  organization_id uuid not null,
  user_id uuid not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references users on delete cascade
);
alter table password_resets enable row level security, force row level security;
create policy own on password_resets using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on password_resets using (across_organizations()) with check (across_organizations());

-- A new address, until its owner opens the emailed link. One per user; only the token's SHA-256 is stored.
create table email_changes (
  organization_id uuid not null,
  user_id uuid not null,
  email text not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references users on delete cascade
);
alter table email_changes enable row level security, force row level security;
create policy own on email_changes using (organization_id = current_organization()) with check (organization_id = current_organization());

create table invitations (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  email text not null,
  -- As users.email_key.
  email_key text not null,
  -- Only the token's SHA-256 is stored.
  token_hash bytea not null unique,
  -- A user's invitations are deleted with the user: otherwise a removed user could come back by a link of their own.
  invited_by uuid not null,
  -- When the current link was created.
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, invited_by) references users on delete cascade,
  check (accepted_at is null or withdrawn_at is null)
);
-- One open invitation per address: inviting it again invalidates the older link.
create unique index invitations_open on invitations (organization_id, email_key) where accepted_at is null and withdrawn_at is null;
alter table invitations enable row level security, force row level security;
create policy own on invitations using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on invitations using (across_organizations()) with check (across_organizations());

-- Attempts within a time window, counted before the work they cause. Without organization: most are anonymous.
create table rate_limits (
  key text primary key,
  attempts integer not null,
  window_ends_at timestamptz not null
);

-- Audit log of signing in and of the account. Append-only; see `prepareRole` in migrate.ts.
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
alter table audit_events enable row level security, force row level security;
create policy own on audit_events using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on audit_events using (across_organizations()) with check (across_organizations());

-- ── Invalidation of cached results ─────────────────────────────────────────────────────────────────────────────────
-- docs/decisions/0010-counts-that-are-remembered.md

-- The transactions that changed records of an organization: a cached count or sum is valid until there is one.
-- Rows are only added, so writers never wait for each other, as they would for a counter.
create table record_changes (
  -- No foreign key: it would lock the organization after a record, and risk a deadlock.
  organization_id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now(),
  primary key (organization_id, xid)
);
alter table record_changes enable row level security, force row level security;
create policy own on record_changes using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on record_changes using (across_organizations()) with check (across_organizations());

-- Triggers `record_change`.
create function record_change() returns trigger language plpgsql as $$
begin
  -- A role without policies changes records by hand, and the trigger does not know the organization: invalidates all.
  if current_organization() is null and not across_organizations() then
    insert into record_changes (organization_id) select organization_id from organizations on conflict do nothing;
    return null;
  end if;
  -- No row for an organization that is being deleted.
  insert into record_changes (organization_id)
    select organization_id from organizations where organization_id = current_organization()
  on conflict do nothing;
  -- Each new row deletes two old ones. One hour is longer than the TTL of any cached result.
  if found then
    delete from record_changes where organization_id = current_organization() and xid in (
      select xid from record_changes where organization_id = current_organization() order by xid limit 2 for update skip locked)
    and at < now() - interval '1 hour';
  end if;
  return null;
end $$;

-- For organizations, by the row: they are also changed by a connection that sees across organizations.
create function record_settings_change() returns trigger language plpgsql as $$
begin
  insert into record_changes (organization_id) values (new.organization_id) on conflict do nothing;
  return null;
end $$;

create function delete_changes_of_organization() returns trigger language plpgsql as $$
begin
  delete from record_changes where organization_id = old.organization_id;
  return null;
end $$;

-- Sums are in the base currency, days in the time zone.
create trigger record_change after update on organizations for each row
  when (old.base_currency <> new.base_currency or old.time_zone <> new.time_zone) execute function record_settings_change();
-- In place of a foreign key.
create trigger delete_changes after delete on organizations for each row execute function delete_changes_of_organization();

-- ── Number of records ──────────────────────────────────────────────────────────────────────────────────────────────

-- The number of live records, maintained by triggers, so that lists need not count them (100,000 records: 10 ms each time).
create table record_counts (
  organization_id uuid not null references organizations on delete cascade,
  kind text not null,
  live bigint not null default 0,
  primary key (organization_id, kind)
);
alter table record_counts enable row level security, force row level security;
create policy own on record_counts using (organization_id = current_organization()) with check (organization_id = current_organization());

-- Triggers `count_*`, with the kind of record as argument.
create function count_records() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into record_counts as r (organization_id, kind, live)
      select organization_id, tg_argv[0], count(*) from new_rows where deleted_at is null group by organization_id
    on conflict (organization_id, kind) do update set live = r.live + excluded.live;
  elsif tg_op = 'UPDATE' then
    update record_counts r set live = live + d.delta from (
      select organization_id, sum(delta) as delta from (
        select organization_id, 1 as delta from new_rows where deleted_at is null
        union all select organization_id, -1 from old_rows where deleted_at is null) moves
      group by organization_id having sum(delta) <> 0) d
    where r.organization_id = d.organization_id and r.kind = tg_argv[0];
  else
    update record_counts r set live = live - d.deleted from (
      select organization_id, count(*) as deleted from old_rows where deleted_at is null group by organization_id) d
    where r.organization_id = d.organization_id and r.kind = tg_argv[0];
  end if;
  return null;
end $$;

-- ── Audit log of records ───────────────────────────────────────────────────────────────────────────────────────────

-- Who changed what of a record, when and from where. Written by triggers, so that no code can miss a change. Append-only;
-- see `prepareRole` in migrate.ts.
create table record_edits (
  id uuid not null default uuid_v7(),
  -- No foreign key: it would lock the organization after a record, and risk a deadlock.
  organization_id uuid not null,
  record text not null,
  record_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  -- Null: Kabar itself.
  user_id uuid,
  ip inet,
  -- { field: [from, to] } as PostgreSQL writes them, so that no amount passes through a float.
  changes jsonb not null,
  primary key (organization_id, id)
);
create index record_edits_record on record_edits (organization_id, record_id, at);
alter table record_edits enable row level security, force row level security;
create policy own on record_edits using (organization_id = current_organization()) with check (organization_id = current_organization());

-- Triggers `record_edit`, with the kind of record and the fields as arguments: those that users set. Sums, times and the
-- version follow from other changes.
create function record_edit() returns trigger language plpgsql as $$
begin
  insert into record_edits (organization_id, record, record_id, user_id, ip, changes)
  select new.organization_id, tg_argv[0], new.id, nullif(current_setting('app.user_id', true), '')::uuid,
    nullif(current_setting('app.ip', true), '')::inet, jsonb_object_agg(old_one.key, jsonb_build_array(old_one.value, new_one.value))
  from jsonb_each_text(to_jsonb(old)) old_one join jsonb_each_text(to_jsonb(new)) new_one using (key)
  where key = any (tg_argv[1:]) and old_one.value is distinct from new_one.value;
  return null;
end $$;

-- Edits are deleted with their record, as the owner of the table: the app itself may not delete an edit.
create function delete_edits_of_records() returns trigger language plpgsql security definer set search_path from current as $$
begin
  delete from record_edits e using old_rows o where e.organization_id = o.organization_id and e.record_id = o.id;
  return null;
end $$;

create function delete_edits_of_organization() returns trigger language plpgsql security definer set search_path from current as $$
begin
  delete from record_edits where organization_id = old.organization_id;
  return null;
end $$;
-- In place of a foreign key.
create trigger delete_edits after delete on organizations for each row execute function delete_edits_of_organization();

-- ── Closed periods ─────────────────────────────────────────────────────────────────────────────────────────────────
-- docs/decisions/0018-the-past-stays.md

-- Who closed or reopened the books, when and why. Append-only; see `prepareRole` in migrate.ts.
create table period_closings (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  -- Null: nothing is closed any more.
  closed_until date,
  reason text not null default '',
  at timestamptz not null default now(),
  user_id uuid,
  primary key (organization_id, id)
);
alter table period_closings enable row level security, force row level security;
create policy own on period_closings using (organization_id = current_organization()) with check (organization_id = current_organization());

-- Writers take this lock shared and closing takes it exclusively, so closing waits for transactions that began before it.
create function lock_period(organization uuid, alone boolean default false) returns void language sql volatile as $$
  select case when alone then pg_advisory_xact_lock(hashtextextended('period ' || organization::text, 0))
    else pg_advisory_xact_lock_shared(hashtextextended('period ' || organization::text, 0)) end
$$;

-- Triggers `check_closed_period_*` call it with the first day whose figures a change affects, and it rejects the change if
-- that day is closed.
create function reject_closed_day(organization uuid, first_day date) returns void language plpgsql volatile as $$
declare
  closed date;
begin
  if first_day is null then
    return;
  end if;
  perform lock_period(organization);
  select o.closed_until into closed from organizations o where o.organization_id = organization;
  if first_day <= closed then
    raise exception 'the books are closed until %', closed using errcode = '23K09', detail = closed::text;
  end if;
end $$;

-- The time zone decides on which day something happened. While the books are closed, no zone is accepted in which today
-- is a closed day, or in which a recorded moment moves into, out of or within the closed period.
create function check_closed_period_of_time_zone() returns trigger language plpgsql as $$
begin
  if day_in(new.time_zone) > new.closed_until and not exists (
    select from (
      select c.at from investment_status_changes c where c.organization_id = new.organization_id
      union all
      select t.created_at from transactions t where t.organization_id = new.organization_id) m,
    lateral (select (m.at at time zone old.time_zone)::date as before, (m.at at time zone new.time_zone)::date as after) d
    where d.before <> d.after and least(d.before, d.after) <= new.closed_until)
  then
    return null;
  end if;
  raise exception 'the books are closed until %', new.closed_until
    using errcode = '23K09', column = 'time_zone', detail = new.closed_until::text;
end $$;
create trigger check_closed_period_update after update of time_zone on organizations for each row
  when (old.time_zone is distinct from new.time_zone and new.closed_until is not null) execute function check_closed_period_of_time_zone();

-- ── Currencies and money ───────────────────────────────────────────────────────────────────────────────────────────
-- Amounts are numeric(24,4) with a currency column, never floats.

-- The decimals of ISO 4217; money.test.ts compares them with contract/money.ts. JavaScript's Intl differs: it has no
-- decimals for IDR, COP, HUF and others.
create function currency_decimals(currency text) returns integer language sql immutable parallel safe as $$
  select case
    when currency in ('BIF','CLP','DJF','GNF','ISK','JPY','KMF','KRW','PYG','RWF','UGX','UYI','VND','VUV','XAF','XOF','XPF') then 0
    when currency in ('BHD','IQD','JOD','KWD','LYD','OMR','TND') then 3
    when currency in ('CLF','UYW') then 4
    else 2
  end
$$;

-- round() of PostgreSQL rounds a half away from zero.
create function round_half_even(value numeric, decimals integer) returns numeric language sql immutable parallel safe as $$
  select case
    when abs(value - trunc(value, decimals)) * power(10::numeric, decimals) = 0.5
      and mod(trunc(abs(value) * power(10::numeric, decimals)), 2) = 0
    then trunc(value, decimals)
    else round(value, decimals)
  end
$$;

-- An amount as it is shown and sent. The 24 decimals remove the error of an inverted rate, so that a half is exactly a
-- half (3 times a sixth). Nearly all amounts have no more decimals than their currency and need one comparison only.
create function money(value numeric, currency text) returns numeric language plpgsql immutable parallel safe as $$
declare
  decimals constant integer := currency_decimals(currency);
  shown constant numeric := round(value, decimals);
begin
  if shown = value then
    return shown;
  end if;
  return round_half_even(round(value, 24), decimals);
end $$;

-- Months counted from the year 0, for the months of the dashboard.
create function month_of(day date) returns integer language sql immutable parallel safe as $$
  select (extract(year from day) * 12 + extract(month from day) - 1)::integer
$$;

-- The currencies that forms offer besides the base currency.
create table enabled_currencies (
  organization_id uuid not null references organizations on delete cascade,
  code text not null check (code ~ '^[A-Z]{3}$'),
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, code)
);
alter table enabled_currencies enable row level security, force row level security;
create policy own on enabled_currencies using (organization_id = current_organization()) with check (organization_id = current_organization());

-- 1 from_currency = rate to_currency, from `day` until a newer rate. Names both, so it survives a new base currency.
create table exchange_rates (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  from_currency text not null check (from_currency ~ '^[A-Z]{3}$'),
  to_currency text not null check (to_currency ~ '^[A-Z]{3}$'),
  day date not null,
  rate numeric(30, 15) not null check (rate > 0),
  source text not null check (source in ('manual', 'import', 'ecb')),
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  check (from_currency <> to_currency)
);
create unique index exchange_rates_day on exchange_rates (organization_id, from_currency, to_currency, day);
create index exchange_rates_list on exchange_rates (organization_id, day desc, from_currency, to_currency);
alter table exchange_rates enable row level security, force row level security;
create policy own on exchange_rates using (organization_id = current_organization()) with check (organization_id = current_organization());
-- Invalidates cached results.
create trigger record_change after insert or update or delete on exchange_rates for each statement execute function record_change();

-- Changing a rate of a closed day would change figures of that day.
create function check_closed_period_of_rates() returns trigger language plpgsql as $$
declare
  each record;
begin
  for each in select organization_id, min(day) as day from changed_rows group by organization_id loop
    perform reject_closed_day(each.organization_id, each.day);
  end loop;
  return null;
end $$;
create trigger check_closed_period_insert after insert on exchange_rates referencing new table as changed_rows
  for each statement execute function check_closed_period_of_rates();
create trigger check_closed_period_update_old after update on exchange_rates referencing old table as changed_rows
  for each statement execute function check_closed_period_of_rates();
create trigger check_closed_period_update_new after update on exchange_rates referencing new table as changed_rows
  for each statement execute function check_closed_period_of_rates();
create trigger check_closed_period_delete after delete on exchange_rates referencing old table as changed_rows
  for each statement execute function check_closed_period_of_rates();

-- A public source of rates, polled once a day for the whole installation.
create table rate_feeds (
  name text primary key check (name in ('ecb')),
  -- The newest day that it has published.
  day date,
  fetched_at timestamptz,
  next_attempt_at timestamptz not null default '-infinity',
  attempts integer not null default 0,
  failure text,
  lease_token uuid,
  lease_until timestamptz
);
insert into rate_feeds (name) values ('ecb');

-- Its rates of the last months, `1 EUR = rate currency`: for organizations that start or enable a currency later.
create table feed_rates (
  feed text not null references rate_feeds on delete cascade,
  day date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  rate numeric(30, 15) not null check (rate > 0),
  primary key (feed, day, currency)
);

-- The newest rate between two currencies on or before a day, direct or inverted; the direct one if both are of one day.
-- 45 decimals, so that an inverted rate times 10^20 is still right in its last shown digit.
create function leg_for(organization uuid, have text, want text, on_day date)
returns table (rate numeric, day date, is_inverse boolean) language sql stable parallel safe as $$
  select rate, day, is_inverse from (
    (select day, false as is_inverse, rate from exchange_rates
      where organization_id = organization and from_currency = have and to_currency = want and day <= on_day
      order by day desc limit 1)
    union all
    (select day, true, round(1::numeric(60, 45) / rate, 45) from exchange_rates
      where organization_id = organization and from_currency = want and to_currency = have and day <= on_day
      order by day desc limit 1)
  ) legs order by day desc, is_inverse limit 1
$$;

-- The newest rate on any path: direct, inverted, or crossed through the base (as old as its older leg). One row, with nulls
-- if there is none: a missing rate is never 1, and never one of a later day.
create function rate_for(organization uuid, have text, want text, base text, on_day date)
returns table (rate numeric, day date, path text) language sql stable parallel safe as $$
  select
    case when have = want then 1 when c.is_newer then there.rate * back.rate else direct.rate end,
    case when have = want then on_day when c.is_newer then least(there.day, back.day) else direct.day end,
    case when have = want then null when c.is_newer then 'crossed' when direct.is_inverse then 'inverse'
      when direct.day is not null then 'direct' end
  from (select) one
  left join lateral leg_for(organization, case when have <> want then have end, want, on_day) direct on true
  -- No crossed rate is newer than a direct rate of the day itself: then `through` is null, and no other rate is looked up.
  cross join lateral (
    select case when direct.day is distinct from on_day and base not in (have, want) and have <> want then base end as through) t
  left join lateral leg_for(organization, have, t.through, on_day) there on true
  left join lateral leg_for(organization, t.through, want, on_day) back on true
  cross join lateral (
    select coalesce(there.day > coalesce(direct.day, '-infinity') and back.day > coalesce(direct.day, '-infinity'), false) as is_newer) c
$$;

-- For one conversion. For thousands, rate_for: the planner inlines a function that returns rows.
create function rate_on(organization uuid, have text, want text, base text, on_day date) returns numeric
language sql stable parallel safe as 'select rate from rate_for(organization, have, want, base, on_day)';

-- The pairs of currencies that have rates, found along the index without reading every rate.
create function rated_pairs(organization uuid) returns table (from_currency text, to_currency text, first_day date)
language sql stable as $$
  with recursive pairs as (
    (select r.from_currency, r.to_currency, r.day from exchange_rates r
      where r.organization_id = organization order by r.from_currency, r.to_currency, r.day limit 1)
    union all
    select n.* from pairs p, lateral (
      select r.from_currency, r.to_currency, r.day from exchange_rates r
      where r.organization_id = organization and (r.from_currency, r.to_currency) > (p.from_currency, p.to_currency)
      order by r.from_currency, r.to_currency, r.day limit 1) n)
  select * from pairs
$$;

-- ── Master data ────────────────────────────────────────────────────────────────────────────────────────────────────

create table investor_types (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null check (name <> ''),
  kind text not null check (kind in ('individual', 'entity')),
  color text not null,
  position integer not null,
  is_active boolean not null default true,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id)
);
create unique index investor_types_name on investor_types (organization_id, lower(name)) where deleted_at is null;
alter table investor_types enable row level security, force row level security;
create policy own on investor_types using (organization_id = current_organization()) with check (organization_id = current_organization());
-- Invalidates cached results.
create trigger record_change after insert or update or delete on investor_types for each statement execute function record_change();

create table investment_stages (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null check (name <> ''),
  color text not null,
  position integer not null,
  is_active boolean not null default true,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id)
);
create unique index investment_stages_name on investment_stages (organization_id, lower(name)) where deleted_at is null;
alter table investment_stages enable row level security, force row level security;
create policy own on investment_stages using (organization_id = current_organization()) with check (organization_id = current_organization());
-- Invalidates cached results.
create trigger record_change after insert or update or delete on investment_stages for each statement execute function record_change();

create table investment_statuses (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null check (name <> ''),
  -- The only column that rules depend on.
  category text not null check (category in ('prospect', 'soft', 'committed', 'funded', 'exited', 'lost')),
  probability integer check (probability between 0 and 100),
  color text not null,
  position integer not null,
  is_default boolean not null default false check (not is_default or category = 'prospect' and is_active),
  is_active boolean not null default true,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id)
);
create unique index investment_statuses_name on investment_statuses (organization_id, lower(name)) where deleted_at is null;
create unique index investment_statuses_default on investment_statuses (organization_id) where is_default and deleted_at is null;
alter table investment_statuses enable row level security, force row level security;
create policy own on investment_statuses using (organization_id = current_organization()) with check (organization_id = current_organization());
-- Invalidates cached results.
create trigger record_change after insert or update or delete on investment_statuses for each statement execute function record_change();

-- The category decides the sums of every day on which an investment had this status. The first status of an investment
-- applies from its commitment or first payment, if that is before it was recorded (investmentsOn in db/as-of.ts).
create function check_closed_period_of_status() returns trigger language plpgsql as $$
begin
  perform reject_closed_day(new.organization_id, (
    select min(least((c.at at time zone o.time_zone)::date, case when c.from_status_id is null then least(i.committed_on, (
      select min(t.settled_on) from transactions t
      where t.organization_id = i.organization_id and t.investment_id = i.id and t.state = 'settled' and t.deleted_at is null)) end))
    from investment_status_changes c
    join organizations o on o.organization_id = c.organization_id
    join investments i on i.organization_id = c.organization_id and i.id = c.investment_id
    where c.organization_id = new.organization_id and new.id in (c.to_status_id, c.from_status_id)));
  return null;
end $$;
create trigger check_closed_period_update after update of category on investment_statuses for each row
  when (old.category is distinct from new.category) execute function check_closed_period_of_status();

-- Former probabilities, each with the first day on which it no longer applied: the weighted pipeline of a past day.
create table investment_status_history (
  organization_id uuid not null,
  status_id uuid not null,
  until date not null,
  probability integer,
  primary key (organization_id, status_id, until),
  foreign key (organization_id, status_id) references investment_statuses on delete cascade
);
alter table investment_status_history enable row level security, force row level security;
create policy own on investment_status_history using (organization_id = current_organization()) with check (organization_id = current_organization());

create function record_status_history() returns trigger language plpgsql as $$
begin
  insert into investment_status_history (organization_id, status_id, until, probability)
    values (old.organization_id, old.id, day_in(old.organization_id), old.probability)
    on conflict do nothing;
  return null;
end $$;
create trigger record_history after update of probability on investment_statuses for each row
  when (old.probability is distinct from new.probability) execute function record_status_history();

-- ── Contacts ───────────────────────────────────────────────────────────────────────────────────────────────────────
-- The comments here on `search`, `name_key` and indexes apply to every table that has them.

create table contacts (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null check (name <> ''),
  preferred_name text not null default '',
  phone text check (phone ~ '^\+[1-9][0-9]{5,15}$'),
  -- The number as compared: without Brazil's ninth digit, Mexico's 521 and Argentina's 549.
  phone_key text,
  email text not null default '',
  -- A column, because under row-level security an index on lower(email) is not used.
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
  time_zone text,
  -- The id that WhatsApp has given for the number; null until it was looked up.
  wa_id text,
  consent_at timestamptz,
  consent_how text not null default '',
  consent_evidence text not null default '',
  -- The name as searched by its beginning, cut to what an index can hold. By bytes, so that all names with the same
  -- beginning are one range of the index.
  name_key text collate "C" not null generated always as (left(fold(name), 60)) stored,
  primary key (organization_id, id),
  check ((phone is null) = (phone_key is null))
);
create unique index contacts_phone_key on contacts (organization_id, phone_key) where deleted_at is null;
-- Sort orders of the list, by collation: "Émile" is next to "Emil". They include the columns of the most used filters, so
-- that a page of a filtered list is read from the index alone.
create index contacts_name on contacts (organization_id, name collate "und-x-icu", id)
  include (consent, phone_key) where deleted_at is null;
create index contacts_company on contacts (organization_id, company collate "und-x-icu", id)
  include (consent, phone_key) where deleted_at is null;
create index contacts_email on contacts (organization_id, email_key, id)
  include (consent, phone_key) where deleted_at is null;
create index contacts_phone on contacts (organization_id, phone, id)
  include (consent, phone_key) where deleted_at is null;
create index contacts_created on contacts (organization_id, created_at, id)
  include (consent, phone_key) where deleted_at is null;
create index contacts_updated on contacts (organization_id, updated_at, id)
  include (consent, phone_key) where deleted_at is null;
-- Search by the beginning of a name or number.
create index contacts_name_key on contacts (organization_id, name_key, id) where deleted_at is null;
create index contacts_phone_prefix on contacts (organization_id, phone collate "C", id) where deleted_at is null;
-- Search by words. New entries wait in a pending list: with the default of 4 MB the planner would read all records
-- instead of the index after some 900 edits (76 ms per search instead of 2), with 128 kB never.
create index contacts_search on contacts using gin (organization_id, search gin_trgm_ops)
  with (gin_pending_list_limit = 128) where deleted_at is null;
-- With statistics, the planner expects no rows of an organization that is not in them, and scans all instead of looking
-- one up (20,000 contacts: 216 ms instead of 2). Without, it expects 1 in 200.
alter table contacts alter column organization_id set statistics 0;
alter table contacts enable row level security, force row level security;
create policy own on contacts using (organization_id = current_organization()) with check (organization_id = current_organization());
-- Refuses a time zone that PostgreSQL does not know.
create trigger time_zone_is_known before insert or update of time_zone on contacts
  for each row when (new.time_zone is not null) execute function check_time_zone();
-- The number of live records, in record_counts.
create trigger count_inserted after insert on contacts referencing new table as new_rows
  for each statement execute function count_records('contacts');
create trigger count_updated after update on contacts referencing old table as old_rows new table as new_rows
  for each statement execute function count_records('contacts');
create trigger count_deleted after delete on contacts referencing old table as old_rows
  for each statement execute function count_records('contacts');
-- Invalidates cached results.
create trigger record_change after insert or update or delete on contacts for each statement execute function record_change();
-- The audit log, in record_edits.
create trigger record_edit after update of name, preferred_name, phone, email, company, job_title, language, time_zone, notes,
  consent, deleted_at on contacts
  for each row when ((old.name, old.preferred_name, old.phone, old.email, old.company, old.job_title, old.language,
    old.time_zone, old.notes, old.consent, old.deleted_at)
  is distinct from (new.name, new.preferred_name, new.phone, new.email, new.company, new.job_title, new.language,
    new.time_zone, new.notes, new.consent, new.deleted_at))
  execute function record_edit('contact', 'name', 'preferred_name', 'phone', 'email', 'company', 'job_title', 'language',
    'time_zone', 'notes', 'consent', 'deleted_at');
create trigger delete_edits after delete on contacts referencing old table as old_rows for each statement execute function delete_edits_of_records();

-- Numbers that opted out. By number, so that an opt-out survives deletion, merging and imports of the contact.
create table opt_outs (
  organization_id uuid not null references organizations on delete cascade,
  phone_key text not null,
  evidence text not null default '',
  created_at timestamptz not null default now(),
  primary key (organization_id, phone_key)
);
alter table opt_outs enable row level security, force row level security;
create policy own on opt_outs using (organization_id = current_organization()) with check (organization_id = current_organization());
-- Invalidates cached results.
create trigger record_change after insert or update or delete on opt_outs for each statement execute function record_change();

-- ── Investors ──────────────────────────────────────────────────────────────────────────────────────────────────────

create table investors (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  code text not null check (code <> ''),
  name text not null check (name <> ''),
  kind text not null check (kind in ('individual', 'entity')),
  investor_type_id uuid not null,
  email text not null default '',
  country text check (country ~ '^[A-Z]{2}$'),
  city text not null default '',
  website text not null default '',
  preferred_currency text check (preferred_currency ~ '^[A-Z]{3}$'),
  -- In preferred_currency.
  ticket_min numeric(24, 4) check (ticket_min >= 0),
  ticket_max numeric(24, 4) check (ticket_max >= 0),
  source text not null default '',
  owner_user_id uuid,
  next_follow_up_on date,
  do_not_contact boolean not null default false,
  notes text not null default '',
  -- Hidden from pickers, included in totals.
  archived_at timestamptz,
  search text not null generated always as (fold(name || ' ' || code || ' ' || email || ' ' || city)) stored,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  name_key text collate "C" not null generated always as (left(fold(name), 60)) stored,
  primary key (organization_id, id),
  foreign key (organization_id, investor_type_id) references investor_types,
  foreign key (organization_id, owner_user_id) references users on delete set null (owner_user_id),
  constraint investors_ticket_range check (ticket_min <= ticket_max),
  constraint investors_ticket_currency check (preferred_currency is not null or ticket_min is null and ticket_max is null)
);
create unique index investors_code on investors (organization_id, lower(code)) where deleted_at is null;
create index investors_type on investors (organization_id, investor_type_id) where deleted_at is null;
create index investors_owner on investors (organization_id, owner_user_id) where deleted_at is null;
create index investors_name on investors (organization_id, name collate "und-x-icu", id)
  include (investor_type_id, kind, country, archived_at) where deleted_at is null;
create index investors_code_order on investors (organization_id, code collate "und-x-icu", id)
  include (investor_type_id, kind, country, archived_at) where deleted_at is null;
create index investors_follow_up on investors (organization_id, next_follow_up_on, id)
  include (investor_type_id, kind, country, archived_at) where deleted_at is null;
create index investors_created on investors (organization_id, created_at, id)
  include (investor_type_id, kind, country, archived_at) where deleted_at is null;
create index investors_updated on investors (organization_id, updated_at, id)
  include (investor_type_id, kind, country, archived_at) where deleted_at is null;
create index investors_name_key on investors (organization_id, name_key, id) where deleted_at is null;
create index investors_search on investors using gin (organization_id, search gin_trgm_ops)
  with (gin_pending_list_limit = 128) where deleted_at is null;
alter table investors alter column organization_id set statistics 0;
alter table investors enable row level security, force row level security;
create policy own on investors using (organization_id = current_organization()) with check (organization_id = current_organization());
-- The number of live records, in record_counts.
create trigger count_inserted after insert on investors referencing new table as new_rows
  for each statement execute function count_records('investors');
create trigger count_updated after update on investors referencing old table as old_rows new table as new_rows
  for each statement execute function count_records('investors');
create trigger count_deleted after delete on investors referencing old table as old_rows
  for each statement execute function count_records('investors');
-- Invalidates cached results.
create trigger record_change after insert or update or delete on investors for each statement execute function record_change();
-- The audit log, in record_edits.
create trigger record_edit after update of code, name, kind, investor_type_id, email, country, city, website,
  preferred_currency, ticket_min, ticket_max, source, owner_user_id, next_follow_up_on, do_not_contact, notes, archived_at,
  deleted_at on investors
  for each row when ((old.code, old.name, old.kind, old.investor_type_id, old.email, old.country, old.city, old.website,
    old.preferred_currency, old.ticket_min, old.ticket_max, old.source, old.owner_user_id, old.next_follow_up_on,
    old.do_not_contact, old.notes, old.archived_at, old.deleted_at)
  is distinct from (new.code, new.name, new.kind, new.investor_type_id, new.email, new.country, new.city, new.website,
    new.preferred_currency, new.ticket_min, new.ticket_max, new.source, new.owner_user_id, new.next_follow_up_on,
    new.do_not_contact, new.notes, new.archived_at, new.deleted_at))
  execute function record_edit('investor', 'code', 'name', 'kind', 'investor_type_id', 'email', 'country', 'city', 'website',
    'preferred_currency', 'ticket_min', 'ticket_max', 'source', 'owner_user_id', 'next_follow_up_on', 'do_not_contact',
    'notes', 'archived_at', 'deleted_at');
create trigger delete_edits after delete on investors referencing old table as old_rows for each statement execute function delete_edits_of_records();

create table investor_contacts (
  organization_id uuid not null,
  investor_id uuid not null,
  contact_id uuid not null,
  role text not null check (role in ('self', 'primary', 'finance', 'legal', 'assistant', 'other')),
  is_primary boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (organization_id, investor_id, contact_id),
  foreign key (organization_id, investor_id) references investors on delete cascade,
  foreign key (organization_id, contact_id) references contacts on delete cascade
);
create index investor_contacts_contact on investor_contacts (organization_id, contact_id);
create unique index investor_contacts_primary on investor_contacts (organization_id, investor_id) where is_primary;
alter table investor_contacts enable row level security, force row level security;
create policy own on investor_contacts using (organization_id = current_organization()) with check (organization_id = current_organization());
-- Invalidates cached results.
create trigger record_change after insert or update or delete on investor_contacts for each statement execute function record_change();

create table investor_stages (
  organization_id uuid not null,
  investor_id uuid not null,
  stage_id uuid not null,
  primary key (organization_id, investor_id, stage_id),
  foreign key (organization_id, investor_id) references investors on delete cascade,
  foreign key (organization_id, stage_id) references investment_stages
);
create index investor_stages_stage on investor_stages (organization_id, stage_id);
alter table investor_stages enable row level security, force row level security;
create policy own on investor_stages using (organization_id = current_organization()) with check (organization_id = current_organization());
-- Invalidates cached results.
create trigger record_change after insert or update or delete on investor_stages for each statement execute function record_change();

-- ── Offerings and investments ──────────────────────────────────────────────────────────────────────────────────────

create table offerings (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null check (name <> ''),
  kind text not null check (kind in ('round', 'fund', 'spv', 'project', 'property', 'other')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  target_amount numeric(24, 4) check (target_amount >= 0),
  min_ticket numeric(24, 4) check (min_ticket >= 0),
  opens_on date,
  closes_on date,
  state text not null default 'open' check (state in ('open', 'closed')),
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  name_key text collate "C" not null generated always as (left(fold(name), 60)) stored,
  search text not null generated always as (fold(name)) stored,
  primary key (organization_id, id),
  check (opens_on <= closes_on)
);
create unique index offerings_name on offerings (organization_id, lower(name)) where deleted_at is null;
create index offerings_name_key on offerings (organization_id, name_key, id) where deleted_at is null;
create index offerings_search on offerings using gin (organization_id, search gin_trgm_ops)
  with (gin_pending_list_limit = 128) where deleted_at is null;
alter table offerings enable row level security, force row level security;
create policy own on offerings using (organization_id = current_organization()) with check (organization_id = current_organization());
-- Invalidates cached results.
create trigger record_change after insert or update or delete on offerings for each statement execute function record_change();
-- The audit log, in record_edits.
create trigger record_edit after update of name, kind, currency, target_amount, min_ticket, opens_on, closes_on, state,
  deleted_at on offerings
  for each row when ((old.name, old.kind, old.currency, old.target_amount, old.min_ticket, old.opens_on, old.closes_on,
    old.state, old.deleted_at)
  is distinct from (new.name, new.kind, new.currency, new.target_amount, new.min_ticket, new.opens_on, new.closes_on,
    new.state, new.deleted_at))
  execute function record_edit('offering', 'name', 'kind', 'currency', 'target_amount', 'min_ticket', 'opens_on', 'closes_on',
    'state', 'deleted_at');
create trigger delete_edits after delete on offerings referencing old table as old_rows for each statement execute function delete_edits_of_records();

create table investments (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  reference text not null check (reference <> ''),
  investor_id uuid not null,
  offering_id uuid,
  title text not null check (title <> ''),
  -- The title follows the names of investor and offering until a user edits it.
  title_is_automatic boolean not null default true,
  status_id uuid not null,
  status_since timestamptz not null default now(),
  stage_id uuid,
  instrument text check (instrument in ('equity', 'preferred_equity', 'safe', 'convertible_note', 'loan', 'revenue_share',
    'profit_share', 'fund_interest', 'property_share', 'other')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  expected_amount numeric(24, 4) check (expected_amount >= 0),
  committed_amount numeric(24, 4) check (committed_amount >= 0),
  -- Null: that of the status.
  probability integer check (probability between 0 and 100),
  expected_close_on date,
  committed_on date,
  closed_on date,
  lost_reason text not null default '',
  units numeric(24, 8) check (units >= 0),
  unit_price numeric(24, 8) check (unit_price >= 0),
  ownership_percent numeric(9, 6) check (ownership_percent between 0 and 100),
  interest_rate_percent numeric(9, 6) check (interest_rate_percent >= 0),
  discount_percent numeric(9, 6) check (discount_percent between 0 and 100),
  valuation_cap numeric(24, 4) check (valuation_cap >= 0),
  maturity_on date,
  owner_user_id uuid,
  notes text not null default '',
  -- Sums of its transactions, maintained by the triggers `sum_*`. Settled contributions less refunds:
  funded numeric(24, 4) not null default 0,
  -- Settled distributions and returns of capital:
  distributed numeric(24, 4) not null default 0,
  -- Scheduled contributions, whenever they are due, and the first day of them:
  scheduled numeric(24, 4) not null default 0,
  next_due_on date,
  transaction_count integer not null default 0,
  search text not null generated always as (fold(title || ' ' || reference)) stored,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  name_key text collate "C" not null generated always as (left(fold(title), 60)) stored,
  -- The amount as searched. As text: the comparison of numbers is not leakproof, so under row-level security an index on
  -- a number is not used.
  amount_key text generated always as (trim_scale(coalesce(committed_amount, expected_amount))::text) stored,
  primary key (organization_id, id),
  foreign key (organization_id, investor_id) references investors,
  foreign key (organization_id, offering_id) references offerings,
  foreign key (organization_id, status_id) references investment_statuses,
  foreign key (organization_id, stage_id) references investment_stages,
  foreign key (organization_id, owner_user_id) references users on delete set null (owner_user_id)
);
create unique index investments_reference on investments (organization_id, lower(reference)) where deleted_at is null;
create index investments_investor on investments (organization_id, investor_id) where deleted_at is null;
create index investments_offering on investments (organization_id, offering_id) where deleted_at is null;
create index investments_status on investments (organization_id, status_id) where deleted_at is null;
create index investments_stage on investments (organization_id, stage_id) where deleted_at is null;
create index investments_owner on investments (organization_id, owner_user_id) where deleted_at is null;
create index investments_amount_key on investments (organization_id, amount_key) where deleted_at is null;
create index investments_title on investments (organization_id, title collate "und-x-icu", id)
  include (status_id, currency) where deleted_at is null;
create index investments_reference_order on investments (organization_id, reference collate "und-x-icu", id)
  include (status_id, currency) where deleted_at is null;
-- Amounts are ordered within their currency: between currencies a larger number means nothing.
create index investments_expected on investments (organization_id, currency, expected_amount, id)
  include (status_id) where deleted_at is null;
create index investments_committed on investments (organization_id, currency, committed_amount, id)
  include (status_id) where deleted_at is null;
create index investments_funded on investments (organization_id, currency, funded, id)
  include (status_id) where deleted_at is null;
create index investments_due on investments (organization_id, next_due_on, id)
  include (status_id, currency) where deleted_at is null;
create index investments_close on investments (organization_id, expected_close_on, id)
  include (status_id, currency) where deleted_at is null;
create index investments_created on investments (organization_id, created_at, id)
  include (status_id, currency) where deleted_at is null;
create index investments_updated on investments (organization_id, updated_at, id)
  include (status_id, currency) where deleted_at is null;
create index investments_name_key on investments (organization_id, name_key, id) where deleted_at is null;
create index investments_search on investments using gin (organization_id, search gin_trgm_ops)
  with (gin_pending_list_limit = 128) where deleted_at is null;
alter table investments alter column organization_id set statistics 0;
alter table investments enable row level security, force row level security;
create policy own on investments using (organization_id = current_organization()) with check (organization_id = current_organization());
-- The number of live records, in record_counts.
create trigger count_inserted after insert on investments referencing new table as new_rows
  for each statement execute function count_records('investments');
create trigger count_updated after update on investments referencing old table as old_rows new table as new_rows
  for each statement execute function count_records('investments');
create trigger count_deleted after delete on investments referencing old table as old_rows
  for each statement execute function count_records('investments');
-- Invalidates cached results.
create trigger record_change after insert or update or delete on investments for each statement execute function record_change();
-- The audit log, in record_edits. Without the status, which has a history of its own.
create trigger record_edit after update of reference, investor_id, offering_id, title, stage_id, instrument, currency,
  expected_amount, committed_amount, probability, expected_close_on, committed_on, closed_on, lost_reason, units,
  unit_price, ownership_percent, interest_rate_percent, discount_percent, valuation_cap, maturity_on, owner_user_id, notes,
  deleted_at on investments
  for each row when ((old.reference, old.investor_id, old.offering_id, old.title, old.stage_id, old.instrument,
    old.currency, old.expected_amount, old.committed_amount, old.probability, old.expected_close_on, old.committed_on,
    old.closed_on, old.lost_reason, old.units, old.unit_price, old.ownership_percent, old.interest_rate_percent,
    old.discount_percent, old.valuation_cap, old.maturity_on, old.owner_user_id, old.notes, old.deleted_at)
  is distinct from (new.reference, new.investor_id, new.offering_id, new.title, new.stage_id, new.instrument, new.currency,
    new.expected_amount, new.committed_amount, new.probability, new.expected_close_on, new.committed_on, new.closed_on,
    new.lost_reason, new.units, new.unit_price, new.ownership_percent, new.interest_rate_percent, new.discount_percent,
    new.valuation_cap, new.maturity_on, new.owner_user_id, new.notes, new.deleted_at))
  execute function record_edit('investment', 'reference', 'investor_id', 'offering_id', 'title', 'stage_id', 'instrument',
    'currency', 'expected_amount', 'committed_amount', 'probability', 'expected_close_on', 'committed_on', 'closed_on',
    'lost_reason', 'units', 'unit_price', 'ownership_percent', 'interest_rate_percent', 'discount_percent', 'valuation_cap',
    'maturity_on', 'owner_user_id', 'notes', 'deleted_at');
create trigger delete_edits after delete on investments referencing old table as old_rows for each statement execute function delete_edits_of_records();

-- An investment is in the figures from its commitment on, or else from the day it was recorded.
create function check_closed_period_of_investments() returns trigger language plpgsql as $$
declare
  each record;
begin
  for each in
    select t.organization_id, min(case when tg_op = 'INSERT' then t.committed_on
      else least(t.committed_on, (t.created_at at time zone o.time_zone)::date) end) as day
    from changed_rows t join organizations o on o.organization_id = t.organization_id
    where t.deleted_at is null group by t.organization_id
  loop
    perform reject_closed_day(each.organization_id, each.day);
  end loop;
  return null;
end $$;
create trigger check_closed_period_insert after insert on investments referencing new table as changed_rows
  for each statement execute function check_closed_period_of_investments();
create trigger check_closed_period_delete after delete on investments referencing old table as changed_rows
  for each statement execute function check_closed_period_of_investments();

-- Other changes count from app.valid_from, or else from today. Without a day of commitment, the months of the dashboard use
-- the day when the status became a commitment: setting or removing the day moves the amount between months.
create function check_closed_period_of_changed_investment() returns trigger language plpgsql as $$
declare
  zone text := (select o.time_zone from organizations o where o.organization_id = new.organization_id);
  since date;
begin
  if old.deleted_at is distinct from new.deleted_at then
    perform reject_closed_day(new.organization_id, least(old.committed_on, new.committed_on, (old.created_at at time zone zone)::date));
  elsif old.committed_on is distinct from new.committed_on then
    since := (select min(c.at at time zone zone)::date from investment_status_changes c
      join investment_statuses s on s.organization_id = c.organization_id and s.id = c.to_status_id
      where c.organization_id = new.organization_id and c.investment_id = new.id and s.category in ('committed', 'funded', 'exited'));
    perform reject_closed_day(new.organization_id, least(coalesce(old.committed_on, since), coalesce(new.committed_on, since)));
  end if;
  if (old.investor_id, old.offering_id, old.stage_id, old.currency, old.expected_amount, old.committed_amount, old.probability, old.owner_user_id)
    is distinct from (new.investor_id, new.offering_id, new.stage_id, new.currency, new.expected_amount,
      new.committed_amount, new.probability, new.owner_user_id)
  then
    perform reject_closed_day(new.organization_id, coalesce(nullif(current_setting('app.valid_from', true), '')::date, day_in(new.organization_id)));
  end if;
  return null;
end $$;
create trigger check_closed_period_update after update of investor_id, offering_id, stage_id, currency, expected_amount, committed_amount, probability,
  owner_user_id, committed_on, deleted_at on investments for each row
  when ((old.investor_id, old.offering_id, old.stage_id, old.currency, old.expected_amount, old.committed_amount, old.probability,
      old.owner_user_id, old.committed_on, old.deleted_at)
    is distinct from (new.investor_id, new.offering_id, new.stage_id, new.currency, new.expected_amount, new.committed_amount, new.probability,
      new.owner_user_id, new.committed_on, new.deleted_at))
  execute function check_closed_period_of_changed_investment();

-- Former values of investments, each with the first day on which they no longer applied. The values of a day D are in the
-- row with the smallest `until` after D, or else in the investment: docs/decisions/0018-the-past-stays.md.
create table investment_history (
  organization_id uuid not null,
  investment_id uuid not null,
  until date not null,
  -- No foreign keys: the investor or offering may be deleted since.
  investor_id uuid not null,
  offering_id uuid,
  stage_id uuid,
  currency text not null,
  expected_amount numeric(24, 4),
  committed_amount numeric(24, 4),
  probability integer,
  owner_user_id uuid,
  -- The title can contain the new investor's name, which must not appear on the former investor's statement.
  title text not null,
  primary key (organization_id, investment_id, until),
  foreign key (organization_id, investment_id) references investments on delete cascade
);
create index investment_history_investor on investment_history (organization_id, investor_id);
alter table investment_history enable row level security, force row level security;
create policy own on investment_history using (organization_id = current_organization()) with check (organization_id = current_organization());

-- A change counts from app.valid_from, or else from today. It also replaces the values of recorded later days.
create function record_investment_history() returns trigger language plpgsql as $$
declare
  since date := coalesce(nullif(current_setting('app.valid_from', true), '')::date, day_in(new.organization_id));
  former investment_history;
begin
  -- Created in this same transaction: no one saw the former values.
  if old.created_at = now() then
    return null;
  end if;
  select * into former from investment_history h
    where h.organization_id = new.organization_id and h.investment_id = new.id and h.until >= since order by h.until limit 1;
  if not found then
    former := row(old.organization_id, old.id, since, old.investor_id, old.offering_id, old.stage_id, old.currency,
      old.expected_amount, old.committed_amount, old.probability, old.owner_user_id, old.title);
  end if;
  former.until := since;
  insert into investment_history select (former).* on conflict do nothing;
  update investment_history h set
    investor_id = case when new.investor_id is distinct from old.investor_id then new.investor_id else h.investor_id end,
    offering_id = case when new.offering_id is distinct from old.offering_id then new.offering_id else h.offering_id end,
    stage_id = case when new.stage_id is distinct from old.stage_id then new.stage_id else h.stage_id end,
    currency = case when new.currency is distinct from old.currency then new.currency else h.currency end,
    expected_amount = case when new.expected_amount is distinct from old.expected_amount then new.expected_amount else h.expected_amount end,
    committed_amount = case when new.committed_amount is distinct from old.committed_amount then new.committed_amount else h.committed_amount end,
    probability = case when new.probability is distinct from old.probability then new.probability else h.probability end,
    owner_user_id = case when new.owner_user_id is distinct from old.owner_user_id then new.owner_user_id else h.owner_user_id end,
    title = case when new.title is distinct from old.title then new.title else h.title end
  where h.organization_id = new.organization_id and h.investment_id = new.id and h.until > since;
  return null;
end $$;
create trigger record_history after update of investor_id, offering_id, stage_id, currency, expected_amount, committed_amount, probability, owner_user_id
  on investments for each row
  when ((old.investor_id, old.offering_id, old.stage_id, old.currency, old.expected_amount, old.committed_amount, old.probability, old.owner_user_id)
    is distinct from (new.investor_id, new.offering_id, new.stage_id, new.currency, new.expected_amount,
      new.committed_amount, new.probability, new.owner_user_id))
  execute function record_investment_history();

-- Every status of an investment; that of a day is the last one on or before it.
create table investment_status_changes (
  id uuid not null default uuid_v7(),
  organization_id uuid not null,
  investment_id uuid not null,
  -- Null: the first status.
  from_status_id uuid,
  to_status_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  changed_by uuid,
  primary key (organization_id, id),
  foreign key (organization_id, investment_id) references investments on delete cascade,
  foreign key (organization_id, from_status_id) references investment_statuses,
  foreign key (organization_id, to_status_id) references investment_statuses
);
create index investment_status_changes_investment on investment_status_changes (organization_id, investment_id, at);
create index investment_status_changes_to on investment_status_changes (organization_id, to_status_id);
alter table investment_status_changes enable row level security, force row level security;
create policy own on investment_status_changes using (organization_id = current_organization()) with check (organization_id = current_organization());
-- Invalidates cached results.
create trigger record_change after insert or update or delete on investment_status_changes for each statement execute function record_change();

-- A status counts from its day on. Not on delete: status changes go only with their investment, which has its own trigger.
create function check_closed_period_of_status_changes() returns trigger language plpgsql as $$
declare
  each record;
begin
  for each in
    select t.organization_id, min((t.at at time zone o.time_zone)::date) as day
    from changed_rows t join organizations o on o.organization_id = t.organization_id group by t.organization_id
  loop
    perform reject_closed_day(each.organization_id, each.day);
  end loop;
  return null;
end $$;
create trigger check_closed_period_insert after insert on investment_status_changes referencing new table as changed_rows
  for each statement execute function check_closed_period_of_status_changes();
create trigger check_closed_period_update_old after update on investment_status_changes referencing old table as changed_rows
  for each statement execute function check_closed_period_of_status_changes();
create trigger check_closed_period_update_new after update on investment_status_changes referencing new table as changed_rows
  for each statement execute function check_closed_period_of_status_changes();

-- ── Transactions ───────────────────────────────────────────────────────────────────────────────────────────────────

create table transactions (
  id uuid not null default uuid_v7(),
  organization_id uuid not null,
  investment_id uuid not null,
  kind text not null check (kind in ('contribution', 'distribution', 'return_of_capital', 'fee', 'refund')),
  state text not null check (state in ('scheduled', 'settled', 'cancelled')),
  -- In the investment's currency.
  amount numeric(24, 4) not null check (amount > 0),
  due_on date,
  settled_on date,
  reference text not null default '',
  note text not null default '',
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, investment_id) references investments on delete cascade,
  check ((state = 'settled') = (settled_on is not null))
);
create index transactions_investment on transactions (organization_id, investment_id, coalesce(settled_on, due_on), id) where deleted_at is null;
create index transactions_settled on transactions (organization_id, settled_on) where state = 'settled' and deleted_at is null;
create index transactions_due on transactions (organization_id, due_on) where state = 'scheduled' and kind = 'contribution' and deleted_at is null;
alter table transactions enable row level security, force row level security;
create policy own on transactions using (organization_id = current_organization()) with check (organization_id = current_organization());
-- Invalidates cached results.
create trigger record_change after insert or update or delete on transactions for each statement execute function record_change();
-- The audit log, in record_edits.
create trigger record_edit after update of kind, state, amount, due_on, settled_on, reference, note, deleted_at on transactions
  for each row when ((old.kind, old.state, old.amount, old.due_on, old.settled_on, old.reference, old.note, old.deleted_at)
  is distinct from (new.kind, new.state, new.amount, new.due_on, new.settled_on, new.reference, new.note, new.deleted_at))
  execute function record_edit('transaction', 'kind', 'state', 'amount', 'due_on', 'settled_on', 'reference', 'note',
    'deleted_at');
create trigger delete_edits after delete on transactions referencing old table as old_rows
  for each statement execute function delete_edits_of_records();

-- Maintains the sums of an investment. The lock is a separate statement, so that the update after it sees the rows that a
-- concurrent transaction has just committed.
create function sum_transactions() returns trigger language plpgsql as $$
declare
  changed_ids uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct investment_id) into changed_ids from new_rows;
  elsif tg_op = 'UPDATE' then
    select array_agg(distinct investment_id) into changed_ids from (select investment_id from new_rows union all select investment_id from old_rows) t;
  else
    select array_agg(distinct investment_id) into changed_ids from old_rows;
  end if;
  perform from investments where organization_id = current_organization() and id = any (changed_ids) order by id for no key update;
  update investments i set
    funded = s.funded, distributed = s.distributed, scheduled = s.scheduled, next_due_on = s.next_due_on,
    transaction_count = s.transaction_count
  from (
    select j.id,
      coalesce(sum(case t.kind when 'contribution' then t.amount when 'refund' then -t.amount end) filter (where t.state = 'settled'), 0) as funded,
      coalesce(sum(t.amount) filter (where t.state = 'settled' and t.kind in ('distribution', 'return_of_capital')), 0) as distributed,
      coalesce(sum(t.amount) filter (where t.state = 'scheduled' and t.kind = 'contribution'), 0) as scheduled,
      min(t.due_on) filter (where t.state = 'scheduled' and t.kind = 'contribution') as next_due_on,
      count(t.id) as transaction_count
    from unnest(changed_ids) j (id)
    left join transactions t on t.organization_id = current_organization() and t.investment_id = j.id and t.deleted_at is null
    group by j.id) s
  where i.organization_id = current_organization() and i.id = s.id;
  return null;
end $$;
create trigger sum_inserted after insert on transactions referencing new table as new_rows for each statement execute function sum_transactions();
create trigger sum_updated after update on transactions referencing old table as old_rows new table as new_rows
  for each statement execute function sum_transactions();
create trigger sum_deleted after delete on transactions referencing old table as old_rows
  for each statement execute function sum_transactions();

-- The first day whose figures contain a transaction: when it was due, or settled.
create function first_day_of(state text, due_on date, settled_on date, deleted_at timestamptz) returns date language sql immutable as $$
  select case when deleted_at is not null or state = 'cancelled' then null when state = 'settled' then least(settled_on, due_on) else due_on end
$$;

create function check_closed_period_of_transactions() returns trigger language plpgsql as $$
declare
  each record;
begin
  for each in
    select organization_id, min(first_day_of(state, due_on, settled_on, deleted_at)) as day from changed_rows group by organization_id
  loop
    perform reject_closed_day(each.organization_id, each.day);
  end loop;
  return null;
end $$;
create trigger check_closed_period_insert after insert on transactions referencing new table as changed_rows
  for each statement execute function check_closed_period_of_transactions();
create trigger check_closed_period_delete after delete on transactions referencing old table as changed_rows
  for each statement execute function check_closed_period_of_transactions();

-- A settled transaction is a fact of its day. Other changes count from today, or from the day it settles on. When it was due
-- before it settled is in its history, if it has one: this trigger must run before `record_history` (in order of names).
create function check_closed_period_of_changed_transaction() returns trigger language plpgsql as $$
begin
  if old.state = 'settled' then
    perform reject_closed_day(new.organization_id, least(old.settled_on, new.settled_on, case when not exists (
      select from transaction_history h where h.organization_id = new.organization_id and h.transaction_id = new.id)
      then least(old.due_on, new.due_on) end));
  elsif new.state = 'settled' then
    perform reject_closed_day(new.organization_id, new.settled_on);
  end if;
  return null;
end $$;
create trigger check_closed_period_update after update of kind, state, amount, due_on, settled_on, deleted_at on transactions for each row
  when ((old.kind, old.state, old.amount, old.due_on, old.settled_on, old.deleted_at)
    is distinct from (new.kind, new.state, new.amount, new.due_on, new.settled_on, new.deleted_at))
  execute function check_closed_period_of_changed_transaction();

-- Former values of transactions that were not settled, as investment_history.
create table transaction_history (
  organization_id uuid not null,
  transaction_id uuid not null,
  investment_id uuid not null,
  until date not null,
  kind text not null,
  state text not null,
  amount numeric(24, 4) not null,
  due_on date,
  deleted_at timestamptz,
  primary key (organization_id, transaction_id, until),
  foreign key (organization_id, transaction_id) references transactions on delete cascade
);
create index transaction_history_investment on transaction_history (organization_id, investment_id);
alter table transaction_history enable row level security, force row level security;
create policy own on transaction_history using (organization_id = current_organization()) with check (organization_id = current_organization());

-- Editing or deleting a settled transaction corrects the past. Until it settles, a change counts from today; it settles on
-- `settled_on`, whenever that is recorded.
create function record_transaction_history() returns trigger language plpgsql as $$
declare
  since date;
  former transaction_history;
begin
  if old.created_at = now() then
    return null;
  end if;
  if old.state = 'settled' then
    if new.state = 'settled' and new.settled_on <> old.settled_on then
      update transaction_history h set until = new.settled_on
        where h.organization_id = new.organization_id and h.transaction_id = new.id and h.until = old.settled_on
          and not exists (select from transaction_history x
            where x.organization_id = h.organization_id and x.transaction_id = h.transaction_id and x.until = new.settled_on);
    end if;
    return null;
  end if;
  since := case when new.state = 'settled' then new.settled_on else day_in(new.organization_id) end;
  select * into former from transaction_history h
    where h.organization_id = new.organization_id and h.transaction_id = new.id and h.until >= since order by h.until limit 1;
  if not found then
    former := row(old.organization_id, old.id, old.investment_id, since, old.kind, old.state, old.amount, old.due_on, old.deleted_at);
  end if;
  former.until := since;
  insert into transaction_history select (former).* on conflict do nothing;
  delete from transaction_history h where h.organization_id = new.organization_id and h.transaction_id = new.id and h.until > since;
  return null;
end $$;
create trigger record_history after update of kind, state, amount, due_on, settled_on, deleted_at on transactions for each row
  when ((old.kind, old.state, old.amount, old.due_on, old.settled_on, old.deleted_at)
    is distinct from (new.kind, new.state, new.amount, new.due_on, new.settled_on, new.deleted_at))
  execute function record_transaction_history();

-- ── Tags and notes ─────────────────────────────────────────────────────────────────────────────────────────────────

create table tags (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null check (name <> ''),
  color text not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id)
);
create unique index tags_name on tags (organization_id, lower(name));
alter table tags enable row level security, force row level security;
create policy own on tags using (organization_id = current_organization()) with check (organization_id = current_organization());

create table contact_tags (
  organization_id uuid not null,
  contact_id uuid not null,
  tag_id uuid not null,
  primary key (organization_id, contact_id, tag_id),
  foreign key (organization_id, contact_id) references contacts on delete cascade,
  foreign key (organization_id, tag_id) references tags on delete cascade
);
-- The records with a tag are read from the index alone.
create index contact_tags_tag on contact_tags (organization_id, tag_id, contact_id);
alter table contact_tags enable row level security, force row level security;
create policy own on contact_tags using (organization_id = current_organization()) with check (organization_id = current_organization());
-- Invalidates cached results.
create trigger record_change after insert or update or delete on contact_tags for each statement execute function record_change();

create table investor_tags (
  organization_id uuid not null,
  investor_id uuid not null,
  tag_id uuid not null,
  primary key (organization_id, investor_id, tag_id),
  foreign key (organization_id, investor_id) references investors on delete cascade,
  foreign key (organization_id, tag_id) references tags on delete cascade
);
create index investor_tags_tag on investor_tags (organization_id, tag_id, investor_id);
alter table investor_tags enable row level security, force row level security;
create policy own on investor_tags using (organization_id = current_organization()) with check (organization_id = current_organization());
-- Invalidates cached results.
create trigger record_change after insert or update or delete on investor_tags for each statement execute function record_change();

create table investment_tags (
  organization_id uuid not null,
  investment_id uuid not null,
  tag_id uuid not null,
  primary key (organization_id, investment_id, tag_id),
  foreign key (organization_id, investment_id) references investments on delete cascade,
  foreign key (organization_id, tag_id) references tags on delete cascade
);
create index investment_tags_tag on investment_tags (organization_id, tag_id, investment_id);
alter table investment_tags enable row level security, force row level security;
create policy own on investment_tags using (organization_id = current_organization()) with check (organization_id = current_organization());
-- Invalidates cached results.
create trigger record_change after insert or update or delete on investment_tags for each statement execute function record_change();

create table notes (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  investor_id uuid,
  contact_id uuid,
  investment_id uuid,
  -- Markdown.
  body text not null check (body <> ''),
  is_pinned boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, investor_id) references investors on delete cascade,
  foreign key (organization_id, contact_id) references contacts on delete cascade,
  foreign key (organization_id, investment_id) references investments on delete cascade,
  check (num_nonnulls(investor_id, contact_id, investment_id) = 1)
);
create index notes_investor on notes (organization_id, investor_id, created_at) where deleted_at is null;
create index notes_contact on notes (organization_id, contact_id, created_at) where deleted_at is null;
create index notes_investment on notes (organization_id, investment_id, created_at) where deleted_at is null;
alter table notes enable row level security, force row level security;
create policy own on notes using (organization_id = current_organization()) with check (organization_id = current_organization());

-- ── Home ───────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Tasks that a user has hidden or snoozed; other users still see them.
create table home_dismissals (
  organization_id uuid not null,
  user_id uuid not null,
  kind text not null,
  -- What the task is about: the id of a record, the code of a currency, the name of a step.
  key text not null,
  -- The task's content when it was hidden; after a change the task is shown again.
  state text not null,
  -- Snoozed until then; null: hidden.
  until timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id, kind, key),
  foreign key (organization_id, user_id) references users on delete cascade
);
alter table home_dismissals enable row level security, force row level security;
create policy own on home_dismissals using (organization_id = current_organization()) with check (organization_id = current_organization());

-- ── Imports ────────────────────────────────────────────────────────────────────────────────────────────────────────

create table imports (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  -- Null for pasted cells.
  file_name text,
  status text not null check (status in ('reading', 'ready', 'running', 'done', 'cancelled', 'failed', 'reverting', 'reverted')),
  -- A message: { code, params }.
  failure jsonb,
  -- [{ header, field }], in the file's order.
  columns jsonb not null default '[]',
  created_by uuid,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  lease_token uuid,
  lease_until timestamptz,
  -- Totals of the rows, updated batch by batch: a client that watches an import asks every second.
  counts jsonb,
  kind text not null default 'contacts' check (kind in ('contacts', 'investors', 'investments', 'transactions')),
  -- How the cells are read: ImportOptions in the contract.
  options jsonb not null default '{}',
  needed_choices jsonb not null default '[]',
  -- The sheets of a workbook, and the one that was read.
  sheets text[] not null default '{}',
  sheet text,
  -- The rows are removed 90 days after the end; the counts stay.
  rows_removed boolean not null default false,
  -- Size of the rows as they were written, for the quota.
  bytes bigint not null default 0,
  primary key (organization_id, id)
);
create index imports_running on imports (created_at) where status in ('running', 'reverting');
create index imports_finished on imports (finished_at) where finished_at is not null and not rows_removed;
-- Previews that were never started.
create index imports_ready on imports (created_at) where status = 'ready';
alter table imports enable row level security, force row level security;
create policy own on imports using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on imports using (across_organizations()) with check (across_organizations());

create table import_rows (
  organization_id uuid not null,
  import_id uuid not null,
  line integer not null,
  action text not null check (action in ('create', 'update', 'skip', 'error')),
  -- Why this action: [{ code, params }]; updated when the row is applied.
  reasons jsonb not null default '[]',
  -- The row as read: { name, phone, email, … }
  data jsonb not null,
  -- What identifies the record: a number, an address, a code, a reference.
  key text,
  record_id uuid,
  done_at timestamptz,
  -- As they are in the file, or as a user corrected them.
  cells jsonb not null default '[]',
  -- What the row created and filled in: { made: [{ what, id, version, of }], filled: { id, values } }
  undo jsonb,
  reverted_at timestamptz,
  -- Why it could not be reverted: { code, params }.
  revert_failure jsonb,
  -- The row may be the same record as another one: `identical`, or `similar` (same amount, another day or stage).
  duplicate_kind text check (duplicate_kind in ('identical', 'similar')),
  -- The user's answer for this row.
  duplicate_choice text check (duplicate_choice in ('create', 'merge')),
  -- The transaction that the row created or was matched with: no other row of the file is matched with it.
  transaction_id uuid,
  -- What a workbook says about cells besides their values: merged, or a formula without a stored result.
  notes jsonb,
  -- Warnings about the row's cells that do not depend on the action: [{ code, params }].
  remarks jsonb not null default '[]',
  primary key (organization_id, import_id, line),
  foreign key (organization_id, import_id) references imports on delete cascade
);
create index import_rows_key on import_rows (organization_id, import_id, key) where key is not null;
create index import_rows_import_record on import_rows (organization_id, import_id, record_id) where record_id is not null;
-- Which import created a record.
create index import_rows_record on import_rows (organization_id, record_id) where record_id is not null;
alter table import_rows enable row level security, force row level security;
create policy own on import_rows using (organization_id = current_organization()) with check (organization_id = current_organization());

-- The mapping that users chose for a file with these headers, suggested for the next one.
create table import_mappings (
  organization_id uuid not null references organizations on delete cascade,
  kind text not null check (kind in ('contacts', 'investors', 'investments', 'transactions')),
  -- Hashed.
  headers text not null,
  fields jsonb not null,
  options jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (organization_id, kind, headers)
);
alter table import_mappings enable row level security, force row level security;
create policy own on import_mappings using (organization_id = current_organization()) with check (organization_id = current_organization());

-- Attempts of *Import everything*: each counts as an upload for an hour, whatever its result.
create table archive_uploads (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
alter table archive_uploads enable row level security, force row level security;
create policy own on archive_uploads using (organization_id = current_organization()) with check (organization_id = current_organization());

-- ── Media and templates ────────────────────────────────────────────────────────────────────────────────────────────
-- docs/decisions/0011-media.md

create table media (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  -- As detected from the first bytes.
  kind text not null check (kind in ('image', 'video', 'document')),
  type text not null,
  name text not null check (name <> ''),
  -- In bytes.
  size bigint not null check (size > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  created_by uuid,
  created_at timestamptz not null default now(),
  -- When the sweep first found no reference to it.
  unused_since timestamptz,
  primary key (organization_id, id)
);
create unique index media_file on media (organization_id, sha256, name);
alter table media enable row level security, force row level security;
create policy own on media using (organization_id = current_organization()) with check (organization_id = current_organization());
-- The sweep reads which organizations have files: querying each of 100,000 took minutes. It may not change any.
create policy across on media for select using (across_organizations());

-- The bytes, in chunks of 256 KB; written once and never changed.
create table media_parts (
  organization_id uuid not null,
  media_id uuid not null,
  part integer not null,
  bytes bytea not null,
  primary key (organization_id, media_id, part),
  foreign key (organization_id, media_id) references media on delete cascade
);
-- Images, videos and PDFs are compressed already.
alter table media_parts alter column bytes set storage external;
alter table media_parts enable row level security, force row level security;
create policy own on media_parts using (organization_id = current_organization()) with check (organization_id = current_organization());

create table templates (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null check (name <> ''),
  body text not null,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  language text not null default '',
  media_id uuid,
  name_key text collate "C" not null generated always as (left(fold(name), 60)) stored,
  search text not null generated always as (fold(name)) stored,
  primary key (organization_id, id),
  constraint templates_media foreign key (organization_id, media_id) references media
);
create unique index templates_name on templates (organization_id, lower(name)) where deleted_at is null;
create index templates_media on templates (organization_id, media_id) where media_id is not null;
create index templates_name_key on templates (organization_id, name_key, id) where deleted_at is null;
create index templates_search on templates using gin (organization_id, search gin_trgm_ops)
  with (gin_pending_list_limit = 128) where deleted_at is null;
alter table templates enable row level security, force row level security;
create policy own on templates using (organization_id = current_organization()) with check (organization_id = current_organization());

-- ── WhatsApp sessions ──────────────────────────────────────────────────────────────────────────────────────────────

create table wa_sessions (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  driver text not null,
  -- Set by users; the worker that owns the session reconciles `status` with it.
  desired_status text not null default 'stopped' check (desired_status in ('running', 'stopped')),
  status text not null default 'stopped' check (status in ('stopped', 'starting', 'scan_qr', 'working', 'failed')),
  qr text,
  -- When the QR code or the pairing code expires.
  qr_expires_at timestamptz,
  phone_number text,
  push_name text,
  -- A message: { code, params }.
  last_error jsonb,
  last_connected_at timestamptz,
  pacing_mode text not null default 'off',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  -- A deleted session stays for the broadcasts that it sent.
  deleted_at timestamptz,
  pacing_limits jsonb,
  -- To type on the phone instead of scanning the QR code.
  pairing_code text,
  -- The number that the session was last linked to, and since when. Messages of another account are not resent by this
  -- one, no chat is known to it, and its warm-up starts over.
  account text,
  account_since timestamptz,
  -- Whether a message whose outcome is unknown is sent again, with the same id.
  resend_unknown boolean not null default true,
  primary key (organization_id, id),
  constraint wa_sessions_pacing_mode_check
    check (pacing_mode in ('careful', 'known_contacts', 'custom', 'off') and (pacing_mode <> 'custom' or pacing_limits is not null))
);
create unique index wa_sessions_id on wa_sessions (id);
create unique index wa_sessions_name on wa_sessions (organization_id, lower(name)) where deleted_at is null;
-- The engine queries these every second, across organizations.
create index wa_sessions_active on wa_sessions (id) where desired_status = 'running' or status not in ('stopped', 'failed');
alter table wa_sessions enable row level security, force row level security;
create policy own on wa_sessions using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on wa_sessions using (across_organizations()) with check (across_organizations());

-- Which process owns a session. `fence` grows with every term; writes of an older term are refused.
create table wa_leases (
  organization_id uuid not null,
  session_id uuid not null,
  owner_id uuid not null,
  fence bigint not null default 1,
  lease_until timestamptz not null,
  -- When pacing allows the next message. Stored, so that a restart does not allow one sooner.
  next_send_at timestamptz not null default '-infinity',
  -- Why it waits until then, and which broadcast is next.
  wait_reason text,
  next_broadcast_id uuid,
  -- A limit that WhatsApp has imposed, by the code it gave.
  hold_code text,
  hold_until timestamptz,
  hold_new_chats_only boolean not null default false,
  -- When the circuit breaker last opened: failures before that no longer count.
  tripped_at timestamptz not null default '-infinity',
  primary key (organization_id, session_id),
  foreign key (organization_id, session_id) references wa_sessions on delete cascade
);
alter table wa_leases enable row level security, force row level security;
create policy own on wa_leases using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on wa_leases using (across_organizations()) with check (across_organizations());

-- Commands of users to a running session that its owner has not executed yet.
create table wa_session_commands (
  id uuid not null default uuid_v7(),
  organization_id uuid not null,
  session_id uuid not null,
  command text not null check (command in ('restart', 'logout', 'simulate', 'list_groups', 'pair')),
  payload jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, session_id) references wa_sessions on delete cascade
);
alter table wa_session_commands enable row level security, force row level security;
create policy own on wa_session_commands using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on wa_session_commands using (across_organizations()) with check (across_organizations());

-- A driver's credentials and keys, encrypted and bound to organization, session and key.
create table wa_credentials (
  organization_id uuid not null,
  session_id uuid not null,
  key text not null,
  value bytea not null,
  primary key (organization_id, session_id, key),
  foreign key (organization_id, session_id) references wa_sessions on delete cascade
);
alter table wa_credentials enable row level security, force row level security;
create policy own on wa_credentials using (organization_id = current_organization()) with check (organization_id = current_organization());

-- Known chats: contacts that have ever sent a message to this session.
create table wa_chats (
  organization_id uuid not null,
  session_id uuid not null,
  -- The number as compared; see contacts.phone_key.
  address_key text not null,
  first_written_at timestamptz not null,
  primary key (organization_id, session_id, address_key),
  foreign key (organization_id, session_id) references wa_sessions on delete cascade
);
alter table wa_chats enable row level security, force row level security;
create policy own on wa_chats using (organization_id = current_organization()) with check (organization_id = current_organization());

-- Every attempt to send a message, written before it leaves. Pacing counts these rows, so neither a restart nor a downtime
-- allows more messages.
create table wa_sends (
  organization_id uuid not null,
  session_id uuid not null,
  at timestamptz not null,
  wa_message_id text not null,
  address_key text not null,
  chat text not null check (chat in ('new', 'known', 'group')),
  -- In [0, 1): decides how long the pause after it is.
  jitter real not null,
  primary key (organization_id, session_id, at, wa_message_id),
  foreign key (organization_id, session_id) references wa_sessions on delete cascade
);
create index wa_sends_chat on wa_sends (organization_id, address_key, at);
alter table wa_sends enable row level security, force row level security;
create policy own on wa_sends using (organization_id = current_organization()) with check (organization_id = current_organization());

-- The groups of a session as its phone last reported them.
create table wa_groups (
  id uuid not null default uuid_v7(),
  organization_id uuid not null,
  session_id uuid not null,
  wa_id text not null,
  name text not null,
  participants_count integer not null,
  can_post boolean not null,
  -- The phone is no longer a member. Only imported groups are kept then.
  left_at timestamptz,
  -- Null: reported, not imported.
  imported_at timestamptz,
  imported_by uuid,
  -- Removed from the imported groups; restorable.
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, session_id, wa_id),
  foreign key (organization_id, session_id) references wa_sessions on delete cascade
);
create index wa_groups_imported on wa_groups (organization_id, fold(name), id) where imported_at is not null and deleted_at is null;
alter table wa_groups enable row level security, force row level security;
create policy own on wa_groups using (organization_id = current_organization()) with check (organization_id = current_organization());

-- Their members without the session's own account.
create table wa_group_members (
  organization_id uuid not null,
  group_id uuid not null,
  -- E.164, or WhatsApp's id of a member whose number it hides.
  address text not null,
  phone_key text,
  primary key (organization_id, group_id, address),
  foreign key (organization_id, group_id) references wa_groups on delete cascade
);
alter table wa_group_members enable row level security, force row level security;
create policy own on wa_group_members using (organization_id = current_organization()) with check (organization_id = current_organization());

-- When the groups of a session were requested and refreshed.
create table wa_group_lists (
  organization_id uuid not null,
  session_id uuid not null,
  requested_at timestamptz,
  refreshed_at timestamptz,
  failed_at timestamptz,
  -- The driver's code, if a request failed since the last refresh.
  failure text,
  primary key (organization_id, session_id),
  foreign key (organization_id, session_id) references wa_sessions on delete cascade
);
alter table wa_group_lists enable row level security, force row level security;
create policy own on wa_group_lists using (organization_id = current_organization()) with check (organization_id = current_organization());

-- ── Broadcast groups ───────────────────────────────────────────────────────────────────────────────────────────────

create table broadcast_groups (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null check (name <> ''),
  -- Rules of contract/segments.ts.
  segment jsonb,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  name_key text collate "C" not null generated always as (left(fold(name), 60)) stored,
  search text not null generated always as (fold(name)) stored,
  primary key (organization_id, id)
);
create unique index broadcast_groups_name on broadcast_groups (organization_id, lower(name)) where deleted_at is null;
create index broadcast_groups_name_key on broadcast_groups (organization_id, name_key, id) where deleted_at is null;
create index broadcast_groups_search on broadcast_groups using gin (organization_id, search gin_trgm_ops)
  with (gin_pending_list_limit = 128) where deleted_at is null;
alter table broadcast_groups enable row level security, force row level security;
create policy own on broadcast_groups using (organization_id = current_organization()) with check (organization_id = current_organization());

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
alter table broadcast_group_contacts enable row level security, force row level security;
create policy own on broadcast_group_contacts using (organization_id = current_organization()) with check (organization_id = current_organization());

create table broadcast_group_wa_groups (
  organization_id uuid not null,
  broadcast_group_id uuid not null,
  wa_group_id uuid not null,
  primary key (organization_id, broadcast_group_id, wa_group_id),
  foreign key (organization_id, broadcast_group_id) references broadcast_groups on delete cascade,
  foreign key (organization_id, wa_group_id) references wa_groups on delete cascade
);
create index broadcast_group_wa_groups_group on broadcast_group_wa_groups (organization_id, wa_group_id);
alter table broadcast_group_wa_groups enable row level security, force row level security;
create policy own on broadcast_group_wa_groups using (organization_id = current_organization()) with check (organization_id = current_organization());

-- ── Broadcasts ─────────────────────────────────────────────────────────────────────────────────────────────────────

create table broadcasts (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null check (name <> ''),
  session_id uuid not null,
  template_id uuid,
  -- A draft's own text; from the start on, the text that is sent.
  body text,
  all_contacts boolean not null default false,
  status text not null default 'draft'
    check (status in ('draft', 'scheduled', 'preparing', 'sending', 'paused', 'completed', 'cancelled', 'failed')),
  pause_reason text check (pause_reason in ('user', 'error_threshold', 'no_acks', 'logged_out', 'banned', 'missed_window')),
  -- A message: { code, params }.
  failure jsonb,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  -- The local time that a user chose (`2026-11-25T09:00`), its time zone, and the moment that is.
  send_on text check (send_on ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d$'),
  time_zone text,
  send_at timestamptz,
  -- Recipients that are still pending then get no message.
  expires_at timestamptz,
  -- The broadcast it was made from, and for which of its recipients.
  source_broadcast_id uuid,
  source_part text check (source_part in ('copy', 'failed', 'not_sent', 'not_read', 'not_replied')),
  -- A test message: a broadcast to oneself that no list shows.
  test_of uuid,
  -- The template's when the broadcast started.
  language text not null default '',
  -- A draft's own file instead of its template's; from the start on, the file that is sent.
  media_id uuid,
  -- Whether the file was the draft's own: otherwise a copy takes the template's.
  has_own_media boolean not null default false,
  name_key text collate "C" not null generated always as (left(fold(name), 60)) stored,
  search text not null generated always as (fold(name)) stored,
  -- The driver that it was sent with: the session may change its driver afterwards. Null until the start.
  driver text,
  primary key (organization_id, id),
  foreign key (organization_id, session_id) references wa_sessions,
  foreign key (organization_id, template_id) references templates,
  constraint broadcasts_source foreign key (organization_id, source_broadcast_id) references broadcasts,
  constraint broadcasts_test_of foreign key (organization_id, test_of) references broadcasts,
  constraint broadcasts_media foreign key (organization_id, media_id) references media,
  constraint broadcasts_pause_reason_while_paused check ((status = 'paused') = (pause_reason is not null)),
  constraint broadcasts_send_at_with_send_on check ((send_at is null) = (send_on is null)),
  constraint broadcasts_send_at_with_time_zone check (send_at is null or time_zone is not null),
  constraint broadcasts_scheduled_with_send_at check (status <> 'scheduled' or send_at is not null),
  constraint broadcasts_source_with_part check ((source_broadcast_id is null) = (source_part is null))
);
create index broadcasts_created on broadcasts (organization_id, created_at, id) where deleted_at is null;
-- What the engine works on and what starts next, across organizations: a handful of rows at any time.
create index broadcasts_active on broadcasts (status, session_id) where status in ('preparing', 'sending');
create index broadcasts_scheduled on broadcasts (send_at) where status = 'scheduled';
create index broadcasts_from on broadcasts (organization_id, source_broadcast_id) where source_broadcast_id is not null;
create index broadcasts_tests on broadcasts (organization_id, test_of) where test_of is not null;
create index broadcasts_media on broadcasts (organization_id, media_id) where media_id is not null;
create index broadcasts_name_key on broadcasts (organization_id, name_key, id) where deleted_at is null;
create index broadcasts_search on broadcasts using gin (organization_id, search gin_trgm_ops)
  with (gin_pending_list_limit = 128) where deleted_at is null;
alter table broadcasts enable row level security, force row level security;
create policy own on broadcasts using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on broadcasts using (across_organizations()) with check (across_organizations());
-- Refuses a time zone that PostgreSQL does not know.
create trigger time_zone_is_known before insert or update of time_zone on broadcasts
  for each row when (new.time_zone is not null) execute function check_time_zone();

-- Broadcast groups in the audience.
create table broadcast_audience_groups (
  organization_id uuid not null,
  broadcast_id uuid not null,
  broadcast_group_id uuid not null,
  primary key (organization_id, broadcast_id, broadcast_group_id),
  foreign key (organization_id, broadcast_id) references broadcasts on delete cascade,
  foreign key (organization_id, broadcast_group_id) references broadcast_groups
);
create index broadcast_audience_groups_group on broadcast_audience_groups (organization_id, broadcast_group_id);
alter table broadcast_audience_groups enable row level security, force row level security;
create policy own on broadcast_audience_groups using (organization_id = current_organization()) with check (organization_id = current_organization());

-- WhatsApp groups in the audience.
create table broadcast_wa_groups (
  organization_id uuid not null,
  broadcast_id uuid not null,
  wa_group_id uuid not null,
  primary key (organization_id, broadcast_id, wa_group_id),
  foreign key (organization_id, broadcast_id) references broadcasts on delete cascade,
  foreign key (organization_id, wa_group_id) references wa_groups on delete cascade
);
create index broadcast_wa_groups_group on broadcast_wa_groups (organization_id, wa_group_id);
alter table broadcast_wa_groups enable row level security, force row level security;
create policy own on broadcast_wa_groups using (organization_id = current_organization()) with check (organization_id = current_organization());

-- How many recipients of a broadcast have which status and reason, and how many contacts were chosen by hand: a client that
-- watches a broadcast asks every second. docs/decisions/0016-counts-of-a-broadcast.md
create table broadcast_counts (
  organization_id uuid not null,
  -- No foreign key: it would lock the broadcast after recipients, and risk a deadlock.
  broadcast_id uuid not null,
  -- A recipient's status; `included` or `excluded` of chosen contacts.
  kind text not null,
  -- Empty: none.
  reason text not null default '',
  n bigint not null,
  replied bigint not null default 0
);
create index broadcast_counts_broadcast on broadcast_counts (organization_id, broadcast_id);
alter table broadcast_counts enable row level security, force row level security;
create policy own on broadcast_counts using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on broadcast_counts using (across_organizations()) with check (across_organizations());

-- A delta table: triggers add signed rows, so that no two writers wait for each other; at intervals they are folded into
-- broadcast_counts. A count is the sum of both tables. Vacuumed by the number of dead rows, since it grows and is emptied.
create table broadcast_count_changes (
  organization_id uuid not null,
  broadcast_id uuid not null,
  kind text not null,
  reason text not null default '',
  n bigint not null,
  replied bigint not null default 0,
  at timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index broadcast_count_changes_broadcast on broadcast_count_changes (organization_id, broadcast_id);
alter table broadcast_count_changes enable row level security, force row level security;
create policy own on broadcast_count_changes using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on broadcast_count_changes using (across_organizations()) with check (across_organizations());

-- Contacts that were chosen for a broadcast by hand.
create table broadcast_contacts (
  organization_id uuid not null,
  broadcast_id uuid not null,
  contact_id uuid not null,
  excluded boolean not null default false,
  primary key (organization_id, broadcast_id, contact_id),
  foreign key (organization_id, broadcast_id) references broadcasts on delete cascade,
  foreign key (organization_id, contact_id) references contacts on delete cascade
);
create index broadcast_contacts_contact on broadcast_contacts (organization_id, contact_id);
alter table broadcast_contacts enable row level security, force row level security;
create policy own on broadcast_contacts using (organization_id = current_organization()) with check (organization_id = current_organization());

-- Their number, in broadcast_count_changes.
create function count_added_choices() returns trigger language plpgsql as $$
begin
  insert into broadcast_count_changes (organization_id, broadcast_id, kind, n)
    select organization_id, broadcast_id, case when excluded then 'excluded' else 'included' end, count(*) from new_rows
    group by organization_id, broadcast_id, excluded;
  return null;
end $$;
create trigger count_inserted after insert on broadcast_contacts referencing new table as new_rows
  for each statement execute function count_added_choices();

create function count_changed_choices() returns trigger language plpgsql as $$
begin
  insert into broadcast_count_changes (organization_id, broadcast_id, kind, n)
    select organization_id, broadcast_id, case when excluded then 'excluded' else 'included' end, sum(sign)
    from (
      select organization_id, broadcast_id, excluded, 1 as sign from new_rows
      union all select organization_id, broadcast_id, excluded, -1 from old_rows) c
    group by organization_id, broadcast_id, excluded having sum(sign) <> 0;
  return null;
end $$;
create trigger count_updated after update on broadcast_contacts referencing old table as old_rows new table as new_rows
  for each statement execute function count_changed_choices();

-- Nothing is counted for a broadcast that is itself being deleted.
create function count_removed_choices() returns trigger language plpgsql as $$
begin
  insert into broadcast_count_changes (organization_id, broadcast_id, kind, n)
    select c.organization_id, c.broadcast_id, case when c.excluded then 'excluded' else 'included' end, -c.n
    from (select organization_id, broadcast_id, excluded, count(*) as n from old_rows
      group by organization_id, broadcast_id, excluded) c
    join broadcasts b on b.organization_id = c.organization_id and b.id = c.broadcast_id;
  return null;
end $$;
create trigger count_deleted after delete on broadcast_contacts referencing old table as old_rows
  for each statement execute function count_removed_choices();

-- ── Recipients ─────────────────────────────────────────────────────────────────────────────────────────────────────
-- docs/decisions/0003-recipient-is-the-job.md

-- A status only rises in this order, since receipts can come twice, late and out of order. `failed` is below `accepted`: a
-- late acknowledgement still raises it.
create type recipient_status as enum
  ('pending', 'skipped', 'cancelled', 'sending', 'unknown', 'failed', 'accepted', 'sent', 'delivered', 'read', 'played');

-- One person or WhatsApp group in one broadcast, and also the job of sending the message.
create table recipients (
  id uuid not null default uuid_v7(),
  organization_id uuid not null,
  broadcast_id uuid not null,
  session_id uuid not null,
  contact_id uuid,
  name text not null,
  address text not null,
  -- The number as compared: one message per person.
  address_key text not null,
  status recipient_status not null default 'pending',
  reason text,
  retryable boolean,
  -- Set exactly while pending: the queue. A separate column keeps `status` out of every index, so that later updates stay
  -- on the page (heap-only tuples).
  due_at timestamptz default now(),
  -- Set exactly while sending, accepted or unknown: when the outcome must be decided without a receipt.
  decide_at timestamptz,
  -- The term of the session's owner that sent it.
  fence bigint,
  wa_message_id text,
  text text,
  attempts smallint not null default 0,
  -- How often it was sent again with the same id because its outcome was unknown.
  resends smallint not null default 0,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  replied_at timestamptz,
  -- Of a WhatsApp group: its members without the session's account, and how many got and read the message.
  wa_group_id uuid,
  participants integer,
  delivered_count integer,
  read_count integer,
  -- The investor whose figures the audience referred to; null: the first one of the contact.
  investor_id uuid,
  primary key (organization_id, id),
  unique (organization_id, broadcast_id, address_key),
  -- A recipient keeps name and number when its contact is deleted for good.
  foreign key (organization_id, contact_id) references contacts on delete set null (contact_id),
  foreign key (organization_id, wa_group_id) references wa_groups on delete set null (wa_group_id),
  foreign key (organization_id, investor_id) references investors on delete set null (investor_id),
  constraint recipients_due_while_pending check ((status = 'pending') = (due_at is not null)),
  constraint recipients_decide_while_in_flight check ((status in ('sending', 'accepted', 'unknown')) = (decide_at is not null)),
  constraint recipients_message_id_once_sent check (status in ('pending', 'skipped', 'cancelled') or wa_message_id is not null)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create unique index recipients_message on recipients (organization_id, session_id, wa_message_id) where wa_message_id is not null;
-- The only index in the order of the claim.
create index recipients_queue on recipients (organization_id, broadcast_id, due_at, id) where due_at is not null;
create index recipients_in_flight on recipients (organization_id, session_id, decide_at) where decide_at is not null;
-- When a contact last got a message; also for the foreign key.
create index recipients_contact_sent on recipients (organization_id, contact_id, sent_at);
create index recipients_wa_group on recipients (organization_id, wa_group_id) where wa_group_id is not null;
create index recipients_investor on recipients (organization_id, investor_id) where investor_id is not null;
-- The review of a broadcast warns of numbers that WhatsApp did not know.
create index recipients_not_on_whatsapp on recipients (organization_id, address_key) where reason = 'not_on_whatsapp';
alter table recipients enable row level security, force row level security;
create policy own on recipients using (organization_id = current_organization()) with check (organization_id = current_organization());

-- In place of a foreign key to broadcasts, which would check every recipient: a statement adds up to 100,000 of one
-- broadcast, and here that one is locked as a key would lock it. docs/decisions/0014-start-of-a-broadcast.md
create function check_broadcast_of_recipients() returns trigger language plpgsql as $$
declare
  wanted record;
begin
  for wanted in select distinct organization_id, broadcast_id from new_rows loop
    perform from broadcasts where organization_id = wanted.organization_id and id = wanted.broadcast_id for key share;
    if not found then
      raise foreign_key_violation using
        message = 'recipients of a broadcast that is not there', table = 'recipients', column = 'broadcast_id';
    end if;
  end loop;
  return null;
end $$;
create trigger check_broadcast after insert on recipients referencing new table as new_rows
  for each statement execute function check_broadcast_of_recipients();

create function reject_moving_recipients() returns trigger language plpgsql as $$
begin
  raise foreign_key_violation using
    message = 'a recipient stays in its broadcast', table = 'recipients', column = 'broadcast_id';
end $$;
create trigger reject_move before update of organization_id, broadcast_id on recipients
  for each row execute function reject_moving_recipients();

-- `on delete cascade` of that key, and of the counts. Like a key, it does not depend on the scope of the transaction. The
-- first statement waits for writers of recipients, so their counts are deleted too.
create function delete_recipients_of_broadcast() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('app.organization_id', true), '');
begin
  perform set_config('app.organization_id', old.organization_id::text, true);
  delete from recipients where organization_id = old.organization_id and broadcast_id = old.id;
  delete from broadcast_count_changes where organization_id = old.organization_id and broadcast_id = old.id;
  delete from broadcast_counts where organization_id = old.organization_id and broadcast_id = old.id;
  perform set_config('app.organization_id', scope, true);
  return null;
end $$;
create trigger delete_recipients after delete on broadcasts for each row execute function delete_recipients_of_broadcast();

-- Their number, in broadcast_count_changes.
create function count_added_recipients() returns trigger language plpgsql as $$
begin
  insert into broadcast_count_changes (organization_id, broadcast_id, kind, reason, n, replied)
    select organization_id, broadcast_id, status, coalesce(reason, ''), count(*), count(replied_at) from new_rows
    group by organization_id, broadcast_id, status, reason;
  return null;
end $$;
create trigger count_inserted after insert on recipients referencing new table as new_rows
  for each statement execute function count_added_recipients();

create function count_changed_recipients() returns trigger language plpgsql as $$
begin
  insert into broadcast_count_changes (organization_id, broadcast_id, kind, reason, n, replied)
    select organization_id, broadcast_id, status, coalesce(reason, ''), sum(n), sum(replied)
    from (
      select organization_id, broadcast_id, status, reason, 1 as n, case when replied_at is null then 0 else 1 end as replied from new_rows
      union all
      select organization_id, broadcast_id, status, reason, -1, case when replied_at is null then 0 else -1 end from old_rows) r
    group by organization_id, broadcast_id, status, reason
    having sum(n) <> 0 or sum(replied) <> 0;
  return null;
end $$;
create trigger count_updated after update on recipients referencing old table as old_rows new table as new_rows
  for each statement execute function count_changed_recipients();

-- Nothing is counted for a broadcast that is itself being deleted.
create function count_removed_recipients() returns trigger language plpgsql as $$
begin
  insert into broadcast_count_changes (organization_id, broadcast_id, kind, reason, n, replied)
    select r.organization_id, r.broadcast_id, r.status, coalesce(r.reason, ''), -r.n, -r.replied
    from (select organization_id, broadcast_id, status, reason, count(*) as n, count(replied_at) as replied from old_rows
      group by organization_id, broadcast_id, status, reason) r
    join broadcasts b on b.organization_id = r.organization_id and b.id = r.broadcast_id;
  return null;
end $$;
create trigger count_deleted after delete on recipients referencing old table as old_rows
  for each statement execute function count_removed_recipients();

-- Which members of a group got and read its message: one row each, so that a repeated receipt counts once.
create table group_receipts (
  organization_id uuid not null,
  recipient_id uuid not null,
  -- The number as compared, or WhatsApp's id of a member whose number it hides.
  address_key text not null,
  delivered_at timestamptz not null,
  read_at timestamptz,
  primary key (organization_id, recipient_id, address_key),
  foreign key (organization_id, recipient_id) references recipients on delete cascade
);
alter table group_receipts enable row level security, force row level security;
create policy own on group_receipts using (organization_id = current_organization()) with check (organization_id = current_organization());

-- ── Replies ────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Incoming messages. WhatsApp delivers a message again until it is acknowledged, hence the unique key.
create table wa_messages (
  organization_id uuid not null,
  session_id uuid not null,
  -- As its sender chose it.
  wa_message_id text not null,
  -- The number as compared, or WhatsApp's id of a sender whose number it hides.
  address_key text not null,
  address text not null,
  contact_id uuid,
  -- Untrusted input, so it is cut at a limit; the phone has the whole message.
  text text not null check (char_length(text) <= 4096),
  at timestamptz not null,
  received_at timestamptz not null default clock_timestamp(),
  id uuid not null default uuid_v7(),
  -- The session's driver at that time.
  driver text not null default '',
  -- The broadcast it replies to: that of the last message or answer to the sender.
  broadcast_id uuid,
  -- When it was answered or marked as handled. handled_by is null if Kabar did so, as for opt-outs.
  handled_at timestamptz,
  handled_by uuid,
  is_truncated boolean not null default false,
  primary key (organization_id, id),
  unique (organization_id, session_id, wa_message_id),
  foreign key (organization_id, session_id) references wa_sessions on delete cascade,
  foreign key (organization_id, contact_id) references contacts on delete set null (contact_id),
  foreign key (organization_id, broadcast_id) references broadcasts on delete set null (broadcast_id)
);
create index wa_messages_at on wa_messages (organization_id, at, id);
create index wa_messages_unhandled on wa_messages (organization_id, at, id) where handled_at is null;
create index wa_messages_contact on wa_messages (organization_id, contact_id, at) where contact_id is not null;
create index wa_messages_broadcast on wa_messages (organization_id, broadcast_id, at, id) where broadcast_id is not null;
-- Messages from senders who were not contacts at that time.
create index wa_messages_address on wa_messages (organization_id, address_key, at);
alter table wa_messages enable row level security, force row level security;
create policy own on wa_messages using (organization_id = current_organization()) with check (organization_id = current_organization());

-- Answers: as in `recipients`, one row is one message and also the job of sending it.
create table wa_answers (
  id uuid not null default uuid_v7(),
  organization_id uuid not null,
  session_id uuid not null,
  -- The message that it answers.
  reply_id uuid not null,
  text text not null check (text <> ''),
  -- Written by Kabar; otherwise by `created_by`, null once that user is removed.
  is_automatic boolean not null default false,
  created_by uuid,
  status recipient_status not null default 'pending' check (status not in ('skipped', 'played')),
  reason text,
  -- Set exactly while it waits or its outcome is open: when it is sent, sent again, or given up.
  due_at timestamptz default clock_timestamp(),
  wa_message_id text,
  attempts smallint not null default 0,
  resends smallint not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, session_id, wa_message_id),
  foreign key (organization_id, session_id) references wa_sessions on delete cascade,
  foreign key (organization_id, reply_id) references wa_messages on delete cascade,
  constraint wa_answers_due_while_open check ((status in ('pending', 'sending', 'unknown', 'accepted')) = (due_at is not null)),
  constraint wa_answers_message_id_once_sent check (status in ('pending', 'cancelled', 'failed') or wa_message_id is not null)
);
create index wa_answers_reply on wa_answers (organization_id, reply_id, created_at);
create index wa_answers_due on wa_answers (organization_id, session_id, due_at) where due_at is not null;
alter table wa_answers enable row level security, force row level security;
create policy own on wa_answers using (organization_id = current_organization()) with check (organization_id = current_organization());

-- ── Email ──────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Outbox. No foreign key: the email that confirms the deletion of an organization outlives it.
create table mails (
  id uuid not null default uuid_v7(),
  organization_id uuid not null,
  -- Recipient, subject and text. Encrypted, because its links open accounts and a copy of the database must not.
  encrypted bytea not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  -- When its link has expired or it is no longer relevant.
  give_up_at timestamptz not null,
  lease_token uuid,
  lease_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, id)
);
create index mails_next on mails (next_attempt_at);
alter table mails enable row level security, force row level security;
create policy own on mails using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on mails using (across_organizations()) with check (across_organizations());

-- ── Downloads ──────────────────────────────────────────────────────────────────────────────────────────────────────

-- A link to a file, valid once and for a minute, and the state of preparing the file. Only the token's SHA-256 is stored.
create table downloads (
  id uuid not null default uuid_v7(),
  organization_id uuid not null,
  user_id uuid not null,
  -- The sign-in session that requested the link; signing out invalidates the link. No foreign key: the session belongs to the
  -- user's own organization, also if the link belongs to a demo organization.
  session_id uuid not null,
  kind text not null,
  input jsonb not null,
  token_hash bytea not null unique,
  status text not null default 'waiting' check (status in ('waiting', 'preparing', 'sending', 'failed')),
  created_at timestamptz not null,
  -- While waiting, when the link expires; while preparing, when the process must have died.
  expires_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users on delete cascade
);
create index downloads_user on downloads (organization_id, user_id);
alter table downloads enable row level security, force row level security;
create policy own on downloads using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on downloads using (across_organizations()) with check (across_organizations());

-- ── Leaving and deleting an organization ───────────────────────────────────────────────────────────────────────────

-- The tables in which the organization of this transaction has content: while there is any, its last user cannot leave it
-- for another one. A table that is not listed counts as content, so a forgotten one never loses data.
create function tables_with_content() returns setof text language plpgsql stable as $$
declare
  relation regclass;
  has_deleted_at boolean;
  has_content boolean;
begin
  for relation, has_deleted_at in
    select r.relation, exists (
      select from pg_attribute a where a.attrelid = r.relation and a.attname = 'deleted_at' and not a.attisdropped)
    from (select distinct conrelid::regclass as relation from pg_constraint
      where contype = 'f' and confrelid = 'organizations'::regclass) r
    where r.relation::text <> all (array[
      -- Users and their sign-in data.
      'users', 'auth_sessions', 'invitations', 'audit_events', 'mails', 'idempotency_keys',
      -- Defaults of a new organization, and data that can be recreated.
      'wa_sessions', 'enabled_currencies', 'exchange_rates', 'investor_types', 'investment_statuses', 'investment_stages',
      'record_counts', 'record_numbers',
      -- These remain after contacts are deleted.
      'imports', 'opt_outs'])
    order by r.relation::text
  loop
    execute format('select exists (select from %s where organization_id = current_organization() %s)',
      relation, case when has_deleted_at then 'and deleted_at is null' end) into has_content;
    if has_content then return next relation::text; end if;
  end loop;
  -- A session that is running, or still linked to a phone.
  if exists (select from wa_sessions where organization_id = current_organization()
    and (desired_status <> 'stopped' or status <> 'stopped' or phone_number is not null)) then return next 'wa_sessions'; end if;
  if exists (select from imports where organization_id = current_organization()
    and status in ('reading', 'running')) then return next 'imports'; end if;
end $$;

-- Deletes the organization of this transaction from every table, referencing tables first. What this role may not delete
-- (the audit logs) is deleted with the organization's own row.
create function remove_organization() returns void language plpgsql as $$
declare relation regclass;
begin
  set constraints all deferred;
  -- No session's owner can claim another message from here on: each claim holds the lease.
  perform 1 from wa_leases where organization_id = current_organization() order by session_id for update;
  for relation in
    with recursive owned as (
      select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace),
    deep as (
      select oid, 0 as depth from owned
      union
      select k.confrelid, deep.depth + 1 from deep join pg_constraint k on k.contype = 'f' and k.conrelid = deep.oid
      -- Ignores that a demo organization refers to its user: users also refer to organizations, so this would be a cycle.
      where k.confrelid <> deep.oid and k.conrelid <> 'organizations'::regclass and deep.depth < 30)
    select oid from deep group by oid order by max(depth), oid
  loop
    if has_table_privilege(relation, 'delete') then
      execute format('delete from %s where organization_id = current_organization()', relation);
    end if;
  end loop;
end $$;
