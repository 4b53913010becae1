-- Downloads, and the end of an organization.

-- A link to one file, good once and for a minute. Only its SHA-256 is kept, and the row is also how the page learns
-- what became of it.
create table downloads (
  id uuid not null default uuid_v7(),
  organization_id uuid not null,
  user_id uuid not null,
  -- Where it was asked for: signed out there, the link is worth nothing.
  session_id uuid not null,
  kind text not null,
  input jsonb not null,
  token_hash bytea not null unique,
  status text not null default 'waiting' check (status in ('waiting', 'preparing', 'sending', 'failed')),
  created_at timestamptz not null,
  -- While waiting, how long the link is good; while preparing, when somebody must have stopped.
  expires_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users on delete cascade,
  foreign key (organization_id, session_id) references auth_sessions on delete cascade
);
create index downloads_user on downloads (organization_id, user_id);
create index downloads_session on downloads (organization_id, session_id);
call protect('downloads', true);

-- For each contact that goes, PostgreSQL asks whether a recipient points at it: without an index it reads all of the
-- organization's, deleted a moment ago or not (20,000 of each: 19 s instead of 0.8, and with the square of them).
create index recipients_contact on recipients (organization_id, contact_id);

-- The letter that says goodbye outlives the organization: it is a mail of nobody.
alter table mails drop constraint mails_organization_id_fkey;

-- Removes the organization of this transaction from all tables that there are: first what points, then what is pointed
-- at. What this role may only add to (the audit trail) goes with the organization's own row.
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
      where k.confrelid <> deep.oid and deep.depth < 30)
    select oid from deep group by oid order by max(depth), oid
  loop
    if has_table_privilege(relation, 'delete') then
      execute format('delete from %s where organization_id = current_organization()', relation);
    end if;
  end loop;
end $$;
