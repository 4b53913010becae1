-- Which part of an organization's records a transaction changed. A sum over all of them is remembered in parts: what
-- investments are worth in 256 blocks by their investor, what was paid by weeks. After a change only those parts
-- are counted again. As in record_changes, rows are only added, so that no two writers wait for each other.
-- See docs/decisions/0015-sums-in-parts.md.

create function block_of(investor uuid) returns integer language sql immutable parallel safe as $$
  select get_byte(uuid_send(investor), 15)
$$;
-- Weeks from Monday to Sunday, counted from the first Monday of 2000; a multirange of it says which.
create function week_of(day date) returns integer language sql immutable parallel safe as $$
  select floor((day - date '2000-01-03') / 7.0)::integer
$$;
-- Months counted from the year 0.
create function month_of(day date) returns integer language sql immutable parallel safe as $$
  select (extract(year from day) * 12 + extract(month from day) - 1)::integer
$$;
-- Columns, not indexes of an expression: under row-level security these cannot be used (see 0004-search-under-row-level-security.md).
alter table investments add column block integer not null generated always as (block_of(investor_id)) stored;
alter table investors add column block integer not null generated always as (block_of(id)) stored;
create index investments_block on investments (organization_id, block) where deleted_at is null;
create index investors_block on investors (organization_id, block) where deleted_at is null;

-- The first day on which there is a rate between two currencies: it has one from then on. Never is infinity.
create function leg_from(organization uuid, have text, want text) returns date language sql stable parallel safe as $$
  select least(
    (select min(day) from exchange_rates where organization_id = organization and from_currency = have and to_currency = want),
    (select min(day) from exchange_rates where organization_id = organization and from_currency = want and to_currency = have))
$$;
create function rated_from(organization uuid, have text, want text, base text) returns date language sql stable parallel safe as $$
  select case when have = want then '-infinity'::date else coalesce(least(
    leg_from(organization, have, want),
    case when base not in (have, want) then (
      select case when there is not null and back is not null then greatest(there, back) end
      from (select leg_from(organization, have, base) as there, leg_from(organization, base, want) as back) legs) end),
    'infinity'::date) end
$$;
-- Which currencies have rates between them, found without reading them all.
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

create table changed_parts (
  organization_id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now(),
  -- Of investors, where something changed that their investments are counted by.
  blocks int4multirange not null default '{}',
  -- In which money moved that counts otherwise now: other sums, another rate, or investments counted elsewhere.
  weeks int4multirange not null default '{}',
  -- Of investors, where somebody can be reached, or cannot any more.
  people int4multirange not null default '{}'
);
create index changed_parts_xid on changed_parts (organization_id, xid);
-- Without a foreign key, as record_changes.
call protect('changed_parts', true);

create function note_parts(organization uuid, blocks int4multirange, weeks int4multirange, people int4multirange) returns void
language plpgsql as $$
begin
  if coalesce(isempty(blocks), true) and coalesce(isempty(weeks), true) and coalesce(isempty(people), true) then
    return;
  end if;
  -- Of one that is being removed with all it has, nobody asks for a sum.
  insert into changed_parts (organization_id, blocks, weeks, people)
    select organization_id, coalesce(blocks, '{}'), coalesce(weeks, '{}'), coalesce(people, '{}')
    from organizations where organization_id = organization;
  delete from changed_parts where ctid = any (array(
    select p.ctid from changed_parts p where p.organization_id = organization and p.at < now() - interval '6 hours'
    order by p.xid limit 2 for update skip locked));
end $$;

create function add_part(parts int4multirange, part integer) returns int4multirange language sql immutable as $$
  select case when part is null then parts else parts + int4multirange(int4range(part, part, '[]')) end
$$;
-- Of a block or a week each.
create aggregate parts_of (integer) (sfunc = add_part, stype = int4multirange, initcond = '{}');

-- Investments, by their ids: their blocks, and the weeks in which money moved on them.
create function note_investments(organization uuid, ids uuid[]) returns void language plpgsql as $$
begin
  perform note_parts(organization,
    (select parts_of(distinct block_of(investor_id)) from investments where organization_id = organization and id = any (ids)),
    (select parts_of(distinct week_of(settled_on)) from transactions
      where organization_id = organization and investment_id = any (ids) and state = 'settled'),
    '{}');
end $$;

-- Whether rows come, go or were changed: the triggers of a table call a function with them as `touched`.
create procedure keep_parts(relation regclass, function_name text) language plpgsql as $$
begin
  execute format('create trigger parted_in after insert on %s referencing new table as touched for each statement execute function %I()', relation, function_name);
  execute format('create trigger parted_from after update on %s referencing old table as touched for each statement execute function %I()', relation, function_name);
  execute format('create trigger parted_to after update on %s referencing new table as touched for each statement execute function %I()', relation, function_name);
  execute format('create trigger parted_out after delete on %s referencing old table as touched for each statement execute function %I()', relation, function_name);
end $$;

-- No money has moved yet on an investment that comes; of one that goes for good the transactions say it themselves.
create function part_of_investments() returns trigger language plpgsql as $$
declare
  part record;
begin
  for part in select organization_id, parts_of(distinct block_of(investor_id)) as blocks from touched group by organization_id loop
    perform note_parts(part.organization_id, part.blocks, '{}', '{}');
  end loop;
  return null;
end $$;
create trigger parted_in after insert on investments referencing new table as touched for each statement execute function part_of_investments();
create trigger parted_out after delete on investments referencing old table as touched for each statement execute function part_of_investments();

create function part_of_changed_investments() returns trigger language plpgsql as $$
declare
  part record;
begin
  for part in
    with pairs as (
      select a.organization_id, a.id, a.investor_id, r.investor_id as former_id,
        -- What it is found, told apart and missed by. Of a change in sums alone the transactions say the weeks.
        (a.investor_id, a.offering_id, a.status_id, a.status_since, a.stage_id, a.instrument, a.currency, a.owner_user_id,
          a.search, a.expected_amount, a.committed_amount, a.committed_on, a.scheduled, a.next_due_on, a.deleted_at)
        is distinct from (r.investor_id, r.offering_id, r.status_id, r.status_since, r.stage_id, r.instrument, r.currency, r.owner_user_id,
          r.search, r.expected_amount, r.committed_amount, r.committed_on, r.scheduled, r.next_due_on, r.deleted_at) as is_elsewhere,
        (a.funded, a.distributed, a.probability, a.created_at)
        is distinct from (r.funded, r.distributed, r.probability, r.created_at) as has_grown
      from added a join removed r on r.organization_id = a.organization_id and r.id = a.id)
    select organization_id, parts_of(distinct block_of(investor_id)) + parts_of(distinct block_of(former_id)) as blocks,
      (select parts_of(distinct week_of(t.settled_on)) from transactions t
        where t.organization_id = pairs.organization_id and t.state = 'settled'
          and t.investment_id = any (array_agg(pairs.id) filter (where pairs.is_elsewhere))) as weeks
    from pairs where is_elsewhere or has_grown
    group by organization_id
  loop
    perform note_parts(part.organization_id, part.blocks, part.weeks, '{}');
  end loop;
  return null;
end $$;
create trigger parted_over after update on investments referencing old table as removed new table as added
  for each statement execute function part_of_changed_investments();

create function part_of_transactions() returns trigger language plpgsql as $$
declare
  part record;
begin
  for part in
    select t.organization_id, parts_of(distinct week_of(t.settled_on)) filter (where t.state = 'settled') as weeks,
      (select parts_of(distinct block_of(i.investor_id)) from investments i
        where i.organization_id = t.organization_id and i.id = any (array_agg(t.investment_id))) as blocks
    from touched t group by t.organization_id
  loop
    perform note_parts(part.organization_id, part.blocks, part.weeks, '{}');
  end loop;
  return null;
end $$;
call keep_parts('transactions', 'part_of_transactions');

-- What else an investment is found by, and its history.
create function part_of_their_investments() returns trigger language plpgsql as $$
declare
  part record;
begin
  for part in select organization_id, array_agg(distinct investment_id) as ids from touched group by organization_id loop
    perform note_investments(part.organization_id, part.ids);
  end loop;
  return null;
end $$;
call keep_parts('investment_tags', 'part_of_their_investments');
call keep_parts('investment_status_changes', 'part_of_their_investments');

create function part_of_statuses() returns trigger language plpgsql as $$
declare
  part record;
begin
  for part in
    select distinct a.organization_id from added a join removed r on r.organization_id = a.organization_id and r.id = a.id
    where (a.category, a.probability) is distinct from (r.category, r.probability)
  loop
    perform note_parts(part.organization_id, '{(,)}', '{(,)}', '{}');
  end loop;
  return null;
end $$;
create trigger parted_over after update on investment_statuses referencing old table as removed new table as added
  for each statement execute function part_of_statuses();

-- A rate counts from its day on, until there is a newer one of the same two currencies, whichever way round.
create function part_of_rates() returns trigger language plpgsql as $$
declare
  part record;
begin
  for part in
    select t.organization_id, range_agg(int4range(week_of(t.day), week_of((
        select min(x.day) from exchange_rates x where x.organization_id = t.organization_id and x.day > t.day
          and (x.from_currency, x.to_currency) in ((t.from_currency, t.to_currency), (t.to_currency, t.from_currency)))), '[]')) as weeks
    from touched t group by t.organization_id
  loop
    perform note_parts(part.organization_id, '{}', part.weeks, '{}');
  end loop;
  return null;
end $$;
call keep_parts('exchange_rates', 'part_of_rates');

create function part_of_settings() returns trigger language plpgsql as $$
begin
  perform note_parts(new.organization_id, '{(,)}', '{(,)}', '{}');
  return null;
end $$;
create trigger parted after update on organizations for each row
  when (old.base_currency <> new.base_currency or old.time_zone <> new.time_zone) execute function part_of_settings();

-- Investors, and who of them can be reached ---------------------------------------------------------------------------

create function part_of_investors() returns trigger language plpgsql as $$
declare
  part record;
begin
  for part in select organization_id, parts_of(distinct block_of(id)) as people from touched group by organization_id loop
    perform note_parts(part.organization_id, '{}', '{}', part.people);
  end loop;
  return null;
end $$;
create trigger parted_in after insert on investors referencing new table as touched for each statement execute function part_of_investors();
create trigger parted_out after delete on investors referencing old table as touched for each statement execute function part_of_investors();

create function part_of_changed_investors() returns trigger language plpgsql as $$
declare
  part record;
begin
  for part in
    select a.organization_id, parts_of(distinct block_of(a.id)) as blocks,
      (select array_agg(i.id) from investments i where i.organization_id = a.organization_id and i.investor_id = any (
        array_agg(a.id) filter (where (a.investor_type_id, a.country) is distinct from (r.investor_type_id, r.country)))) as ids
    from added a join removed r on r.organization_id = a.organization_id and r.id = a.id
    where (a.investor_type_id, a.country, a.do_not_contact, a.deleted_at)
      is distinct from (r.investor_type_id, r.country, r.do_not_contact, r.deleted_at)
    group by a.organization_id
  loop
    perform note_parts(part.organization_id, '{}', '{}', part.blocks);
    perform note_investments(part.organization_id, part.ids);
  end loop;
  return null;
end $$;
create trigger parted_over after update on investors referencing old table as removed new table as added
  for each statement execute function part_of_changed_investors();

create function part_of_investor_contacts() returns trigger language plpgsql as $$
declare
  part record;
begin
  for part in select organization_id, parts_of(distinct block_of(investor_id)) as people from touched group by organization_id loop
    perform note_parts(part.organization_id, '{}', '{}', part.people);
  end loop;
  return null;
end $$;
call keep_parts('investor_contacts', 'part_of_investor_contacts');

-- One that comes is nobody's contact yet; with one that goes for good goes whose it is.
create function part_of_contacts() returns trigger language plpgsql as $$
declare
  part record;
begin
  for part in
    select x.organization_id, parts_of(distinct block_of(x.investor_id)) as people
    from added a join removed r on r.organization_id = a.organization_id and r.id = a.id
    join investor_contacts x on x.organization_id = a.organization_id and x.contact_id = a.id
    where (a.phone, a.phone_key, a.consent, a.deleted_at) is distinct from (r.phone, r.phone_key, r.consent, r.deleted_at)
    group by x.organization_id
  loop
    perform note_parts(part.organization_id, '{}', '{}', part.people);
  end loop;
  return null;
end $$;
create trigger parted_over after update on contacts referencing old table as removed new table as added
  for each statement execute function part_of_contacts();

create function part_of_opt_outs() returns trigger language plpgsql as $$
declare
  part record;
begin
  for part in
    select x.organization_id, parts_of(distinct block_of(x.investor_id)) as people
    from touched t join contacts c on c.organization_id = t.organization_id and c.phone_key = t.phone_key and c.deleted_at is null
    join investor_contacts x on x.organization_id = c.organization_id and x.contact_id = c.id
    group by x.organization_id
  loop
    perform note_parts(part.organization_id, '{}', '{}', part.people);
  end loop;
  return null;
end $$;
call keep_parts('opt_outs', 'part_of_opt_outs');

create or replace function forget_changes() returns trigger language plpgsql as $$
begin
  delete from record_changes where organization_id = old.organization_id;
  delete from changed_parts where organization_id = old.organization_id;
  return null;
end $$;
