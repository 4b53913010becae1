-- Until which day the books are closed, and who closed or reopened them, when and why. Nothing changes a figure of a closed day: the
-- tables' own triggers refuse it, whatever writes. See docs/decisions/0018-the-past-stays.md.
alter table organizations add column closed_until date;

-- Only ever added to; see `prepareRole`.
create table period_closings (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  -- From then on; null: nothing is closed.
  closed_until date,
  reason text not null default '',
  at timestamptz not null default now(),
  user_id uuid,
  primary key (organization_id, id)
);
call protect('period_closings');

-- Writers share a lock that closing takes alone: what was begun before a closing is in the books before they are closed.
create function lock_period(organization uuid, alone boolean default false) returns void language sql volatile as $$
  select case when alone then pg_advisory_xact_lock(hashtextextended('period ' || organization::text, 0))
    else pg_advisory_xact_lock_shared(hashtextextended('period ' || organization::text, 0)) end
$$;

create function refuse_closed(organization uuid, first_day date) returns void language plpgsql volatile as $$
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

-- Which days a transaction counts on by itself: from when it was due, or settled.
create function first_day_of(state text, due_on date, settled_on date, deleted_at timestamptz) returns date language sql immutable as $$
  select case when deleted_at is not null or state = 'cancelled' then null when state = 'settled' then least(settled_on, due_on) else due_on end
$$;

create function closed_to_transactions() returns trigger language plpgsql as $$
declare
  each record;
begin
  for each in
    select organization_id, min(first_day_of(state, due_on, settled_on, deleted_at)) as day from touched group by organization_id
  loop
    perform refuse_closed(each.organization_id, each.day);
  end loop;
  return null;
end $$;
create trigger closed_in after insert on transactions referencing new table as touched for each statement execute function closed_to_transactions();
create trigger closed_out after delete on transactions referencing old table as touched for each statement execute function closed_to_transactions();

-- What had settled is a fact of its day. Anything else counts from today, or from the day on which it settles; when it was
-- due before it settled says its history, where it has one.
create function closed_to_transaction() returns trigger language plpgsql as $$
begin
  if old.state = 'settled' then
    perform refuse_closed(new.organization_id, least(old.settled_on, new.settled_on, case when not exists (
      select from transaction_history h where h.organization_id = new.organization_id and h.transaction_id = new.id)
      then least(old.due_on, new.due_on) end));
  elsif new.state = 'settled' then
    perform refuse_closed(new.organization_id, new.settled_on);
  end if;
  return null;
end $$;
create trigger closed_over after update of kind, state, amount, due_on, settled_on, deleted_at on transactions for each row
  when ((old.kind, old.state, old.amount, old.due_on, old.settled_on, old.deleted_at)
    is distinct from (new.kind, new.state, new.amount, new.due_on, new.settled_on, new.deleted_at))
  execute function closed_to_transaction();

-- An investment is there from the day it was written down, or before that from when it was committed.
create function closed_to_investments() returns trigger language plpgsql as $$
declare
  each record;
begin
  for each in
    select t.organization_id, min(case when tg_op = 'INSERT' then t.committed_on
      else least(t.committed_on, (t.created_at at time zone o.time_zone)::date) end) as day
    from touched t join organizations o on o.organization_id = t.organization_id
    where t.deleted_at is null group by t.organization_id
  loop
    perform refuse_closed(each.organization_id, each.day);
  end loop;
  return null;
end $$;
create trigger closed_in after insert on investments referencing new table as touched for each statement execute function closed_to_investments();
create trigger closed_out after delete on investments referencing old table as touched for each statement execute function closed_to_investments();

create function closed_to_investment() returns trigger language plpgsql as $$
declare
  written_on date := (select (old.created_at at time zone o.time_zone)::date from organizations o where o.organization_id = new.organization_id);
begin
  if old.deleted_at is distinct from new.deleted_at then
    perform refuse_closed(new.organization_id, least(old.committed_on, new.committed_on, written_on));
  elsif old.committed_on is distinct from new.committed_on then
    perform refuse_closed(new.organization_id, least(old.committed_on, new.committed_on));
  end if;
  if (old.investor_id, old.offering_id, old.stage_id, old.currency, old.expected_amount, old.committed_amount, old.probability, old.owner_user_id)
    is distinct from (new.investor_id, new.offering_id, new.stage_id, new.currency, new.expected_amount, new.committed_amount, new.probability, new.owner_user_id)
  then
    perform refuse_closed(new.organization_id, coalesce(nullif(current_setting('app.valid_from', true), '')::date, day_in(new.organization_id)));
  end if;
  return null;
end $$;
create trigger closed_over after update of investor_id, offering_id, stage_id, currency, expected_amount, committed_amount, probability,
  owner_user_id, committed_on, deleted_at on investments for each row
  when ((old.investor_id, old.offering_id, old.stage_id, old.currency, old.expected_amount, old.committed_amount, old.probability,
      old.owner_user_id, old.committed_on, old.deleted_at)
    is distinct from (new.investor_id, new.offering_id, new.stage_id, new.currency, new.expected_amount, new.committed_amount, new.probability,
      new.owner_user_id, new.committed_on, new.deleted_at))
  execute function closed_to_investment();

create function closed_to_status_changes() returns trigger language plpgsql as $$
declare
  each record;
begin
  for each in
    select t.organization_id, min((t.at at time zone o.time_zone)::date) as day
    from touched t join organizations o on o.organization_id = t.organization_id group by t.organization_id
  loop
    perform refuse_closed(each.organization_id, each.day);
  end loop;
  return null;
end $$;
create trigger closed_in after insert on investment_status_changes referencing new table as touched for each statement execute function closed_to_status_changes();
create trigger closed_from after update on investment_status_changes referencing old table as touched for each statement execute function closed_to_status_changes();
create trigger closed_to after update on investment_status_changes referencing new table as touched for each statement execute function closed_to_status_changes();

-- What a status means decides on the sums of all days on which something had it.
create function closed_to_status() returns trigger language plpgsql as $$
begin
  perform refuse_closed(new.organization_id, (
    select min((c.at at time zone o.time_zone)::date) from investment_status_changes c
    join organizations o on o.organization_id = c.organization_id
    where c.organization_id = new.organization_id and new.id in (c.to_status_id, c.from_status_id)));
  return null;
end $$;
create trigger closed_over after update of category on investment_statuses for each row
  when (old.category is distinct from new.category) execute function closed_to_status();

create function closed_to_rates() returns trigger language plpgsql as $$
declare
  each record;
begin
  for each in select organization_id, min(day) as day from touched group by organization_id loop
    perform refuse_closed(each.organization_id, each.day);
  end loop;
  return null;
end $$;
create trigger closed_in after insert on exchange_rates referencing new table as touched for each statement execute function closed_to_rates();
create trigger closed_from after update on exchange_rates referencing old table as touched for each statement execute function closed_to_rates();
create trigger closed_to after update on exchange_rates referencing new table as touched for each statement execute function closed_to_rates();
create trigger closed_out after delete on exchange_rates referencing old table as touched for each statement execute function closed_to_rates();
