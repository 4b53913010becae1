-- Invitations into an organization, and since when somebody is in it.

alter table users add column joined_at timestamptz not null default now();
update users set joined_at = created_at;
-- When their team took their access away, which the team may give back. What the operator disabled, the operator enables.
alter table users add column removed_at timestamptz check (removed_at is null or disabled_at is not null);

create table invitations (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  email text not null,
  -- The address as compared, by the rule of users.email_key.
  email_key text not null,
  -- Only the token's SHA-256 is kept.
  token_hash bytea not null unique,
  -- Whoever leaves takes the invitations with them: a link that they kept must not let them in again.
  invited_by uuid not null,
  -- When the link that is good now was made.
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, invited_by) references users on delete cascade,
  check (accepted_at is null or withdrawn_at is null)
);
-- One open invitation for an address: inviting it again makes the older link worthless.
create unique index invitations_open on invitations (organization_id, email_key) where accepted_at is null and withdrawn_at is null;
call protect('invitations', true);

-- Tables of the organization of this transaction that hold what somebody put there: while there are any, it is not
-- given up. A table that is not named here counts, so that one forgotten here refuses too much and never loses anything.
create function kept_in_organization() returns setof text language plpgsql stable as $$
declare
  relation regclass;
  has_trash boolean;
  is_kept boolean;
begin
  for relation, has_trash in
    select r.relation, exists (
      select from pg_attribute a where a.attrelid = r.relation and a.attname = 'deleted_at' and not a.attisdropped)
    from (select distinct conrelid::regclass as relation from pg_constraint
      where contype = 'f' and confrelid = 'organizations'::regclass) r
    where r.relation::text <> all (array[
      -- People and what concerns their signing in.
      'users', 'invitations', 'audit_events', 'mails', 'idempotency_keys',
      -- What every organization begins with, or can have again.
      'wa_sessions', 'enabled_currencies', 'exchange_rates', 'investor_types', 'investment_statuses', 'investment_stages',
      'record_counts', 'record_numbers',
      -- What is left when the contacts are deleted.
      'imports', 'opt_outs'])
    order by r.relation::text
  loop
    execute format('select exists (select from %s where organization_id = current_organization() %s)',
      relation, case when has_trash then 'and deleted_at is null' end) into is_kept;
    if is_kept then return next relation::text; end if;
  end loop;
  -- A session that runs, or that a phone still knows.
  if exists (select from wa_sessions where organization_id = current_organization()
    and (wanted <> 'stopped' or status <> 'stopped' or phone_number is not null)) then return next 'wa_sessions'; end if;
  if exists (select from imports where organization_id = current_organization()
    and status in ('reading', 'running')) then return next 'imports'; end if;
end $$;
