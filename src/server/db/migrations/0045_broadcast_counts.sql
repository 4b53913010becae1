-- How many recipients of a broadcast are in which state, and how many contacts it was made for by hand. Counting them
-- anew cost what there are of them, and who watches a broadcast asks every second. Triggers add what a statement changed,
-- as rows with a sign: no two writers of one broadcast wait for each other, as they would for a counter. What is counted
-- is the sum of both tables; now and then the changes are folded into the other one.
-- See docs/decisions/0016-counts-of-a-broadcast.md.

create table broadcast_counts (
  organization_id uuid not null,
  broadcast_id uuid not null,
  -- A recipient's status; or `included` and `excluded`, of the contacts that were chosen.
  kind text not null,
  -- Empty: none.
  reason text not null default '',
  n bigint not null,
  replied bigint not null default 0
);
create index broadcast_counts_broadcast on broadcast_counts (organization_id, broadcast_id);
-- Without a foreign key: its lock on the broadcast would come late, after those of recipients.
call protect('broadcast_counts', true);

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
call protect('broadcast_count_changes', true);

-- Recipients ----------------------------------------------------------------------------------------------------------

create function count_added_recipients() returns trigger language plpgsql as $$
begin
  insert into broadcast_count_changes (organization_id, broadcast_id, kind, reason, n, replied)
    select organization_id, broadcast_id, status, coalesce(reason, ''), count(*), count(replied_at) from added
    group by organization_id, broadcast_id, status, reason;
  return null;
end $$;
create trigger counted_in after insert on recipients referencing new table as added
  for each statement execute function count_added_recipients();

create function count_changed_recipients() returns trigger language plpgsql as $$
begin
  insert into broadcast_count_changes (organization_id, broadcast_id, kind, reason, n, replied)
    select organization_id, broadcast_id, status, coalesce(reason, ''), sum(n), sum(replied)
    from (
      select organization_id, broadcast_id, status, reason, 1 as n, case when replied_at is null then 0 else 1 end as replied from added
      union all
      select organization_id, broadcast_id, status, reason, -1, case when replied_at is null then 0 else -1 end from removed) r
    group by organization_id, broadcast_id, status, reason
    having sum(n) <> 0 or sum(replied) <> 0;
  return null;
end $$;
create trigger counted_over after update on recipients referencing old table as removed new table as added
  for each statement execute function count_changed_recipients();

-- Of a broadcast that goes with all it has, nothing is to be counted.
create function count_removed_recipients() returns trigger language plpgsql as $$
begin
  insert into broadcast_count_changes (organization_id, broadcast_id, kind, reason, n, replied)
    select r.organization_id, r.broadcast_id, r.status, coalesce(r.reason, ''), -r.n, -r.replied
    from (select organization_id, broadcast_id, status, reason, count(*) as n, count(replied_at) as replied from removed
      group by organization_id, broadcast_id, status, reason) r
    join broadcasts b on b.organization_id = r.organization_id and b.id = r.broadcast_id;
  return null;
end $$;
create trigger counted_out after delete on recipients referencing old table as removed
  for each statement execute function count_removed_recipients();

-- Contacts that were chosen by hand -------------------------------------------------------------------------------------

create function count_added_choices() returns trigger language plpgsql as $$
begin
  insert into broadcast_count_changes (organization_id, broadcast_id, kind, n)
    select organization_id, broadcast_id, case when excluded then 'excluded' else 'included' end, count(*) from added
    group by organization_id, broadcast_id, excluded;
  return null;
end $$;
create trigger counted_in after insert on broadcast_contacts referencing new table as added
  for each statement execute function count_added_choices();

create function count_changed_choices() returns trigger language plpgsql as $$
begin
  insert into broadcast_count_changes (organization_id, broadcast_id, kind, n)
    select organization_id, broadcast_id, case when excluded then 'excluded' else 'included' end, sum(sign)
    from (
      select organization_id, broadcast_id, excluded, 1 as sign from added
      union all select organization_id, broadcast_id, excluded, -1 from removed) c
    group by organization_id, broadcast_id, excluded having sum(sign) <> 0;
  return null;
end $$;
create trigger counted_over after update on broadcast_contacts referencing old table as removed new table as added
  for each statement execute function count_changed_choices();

create function count_removed_choices() returns trigger language plpgsql as $$
begin
  insert into broadcast_count_changes (organization_id, broadcast_id, kind, n)
    select c.organization_id, c.broadcast_id, case when c.excluded then 'excluded' else 'included' end, -c.n
    from (select organization_id, broadcast_id, excluded, count(*) as n from removed
      group by organization_id, broadcast_id, excluded) c
    join broadcasts b on b.organization_id = c.organization_id and b.id = c.broadcast_id;
  return null;
end $$;
create trigger counted_out after delete on broadcast_contacts referencing old table as removed
  for each statement execute function count_removed_choices();

-- With a broadcast goes what was counted of it: after those who are writing its recipients have ended, for which the
-- keys wait that take its recipients along. They are named before this one, and so come first.
create function forget_counts() returns trigger language plpgsql as $$
begin
  delete from broadcast_count_changes where organization_id = old.organization_id and broadcast_id = old.id;
  delete from broadcast_counts where organization_id = old.organization_id and broadcast_id = old.id;
  return null;
end $$;
create trigger forgotten after delete on broadcasts for each row execute function forget_counts();

-- What there is already. Lifted, since row-level security would hide the rows of all organizations from this.
alter table recipients no force row level security;
alter table broadcast_contacts no force row level security;
alter table broadcast_counts no force row level security;
insert into broadcast_counts (organization_id, broadcast_id, kind, reason, n, replied)
  select organization_id, broadcast_id, status, coalesce(reason, ''), count(*), count(replied_at) from recipients
  group by organization_id, broadcast_id, status, reason;
insert into broadcast_counts (organization_id, broadcast_id, kind, n)
  select organization_id, broadcast_id, case when excluded then 'excluded' else 'included' end, count(*) from broadcast_contacts
  group by organization_id, broadcast_id, excluded;
alter table recipients force row level security;
alter table broadcast_contacts force row level security;
alter table broadcast_counts force row level security;
