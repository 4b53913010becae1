-- Whether an investment is due, or was on a past day, depends on each of its transactions. One that comes or goes may so
-- take it into a sum or out of it: then what moved on it in any other week counts or counts no more, where what is due
-- decides on the sum.
alter table changed_parts add column weeks_if_due int4multirange not null default '{}';

-- Whether there is anything to forget the eldest says, found by the index: looking among all for those older than six
-- hours cost each change more, the more had been changed (10 ms of 20,000). Never by sorting: a plan may be from when
-- they were few. By a cursor, not by their places: below PostgreSQL 16 row-level security reads the whole table for these.
drop function note_parts(uuid, int4multirange, int4multirange, int4multirange);
create function note_parts(organization uuid, blocks int4multirange, weeks int4multirange, people int4multirange, weeks_if_due int4multirange default '{}')
returns void language plpgsql set enable_sort to off as $$
declare
  eldest cursor for select from changed_parts p where p.organization_id = organization and p.at < now() - interval '6 hours'
    order by p.xid limit 2 for update skip locked;
begin
  if coalesce(isempty(blocks), true) and coalesce(isempty(weeks), true) and coalesce(isempty(people), true)
    and coalesce(isempty(weeks_if_due), true) then
    return;
  end if;
  -- Of one that is being removed with all it has, nobody asks for a sum.
  insert into changed_parts (organization_id, blocks, weeks, people, weeks_if_due)
    select organization_id, coalesce(blocks, '{}'), coalesce(weeks, '{}'), coalesce(people, '{}'), coalesce(weeks_if_due, '{}')
    from organizations where organization_id = organization;
  if (select p.at from changed_parts p where p.organization_id = organization order by p.xid limit 1) < now() - interval '6 hours' then
    for old in eldest loop
      delete from changed_parts where current of eldest;
    end loop;
  end if;
end $$;

-- The weeks in which money moved on investments. Of deleted transactions nobody needs them; the index of an investment's
-- transactions has those that are left. Without saying so each change of an investment read all transactions.
create function weeks_moved(organization uuid, ids uuid[]) returns int4multirange language sql stable as $$
  select parts_of(distinct week_of(settled_on)) from transactions
  where organization_id = organization and investment_id = any (ids) and state = 'settled' and deleted_at is null
$$;

create or replace function note_investments(organization uuid, ids uuid[]) returns void language plpgsql as $$
begin
  perform note_parts(organization,
    (select parts_of(distinct block_of(investor_id)) from investments where organization_id = organization and id = any (ids)),
    weeks_moved(organization, ids), '{}');
end $$;

create or replace function part_of_changed_investments() returns trigger language plpgsql as $$
declare
  part record;
begin
  for part in
    with pairs as (
      select a.organization_id, a.id, a.investor_id, r.investor_id as former_id,
        -- What it is found, told apart and missed by. Of a change in sums alone the transactions say the weeks.
        (a.investor_id, a.offering_id, a.status_id, a.status_since, a.stage_id, a.instrument, a.currency, a.owner_user_id,
          a.search, a.expected_amount, a.committed_amount, a.committed_on, a.deleted_at)
        is distinct from (r.investor_id, r.offering_id, r.status_id, r.status_since, r.stage_id, r.instrument, r.currency, r.owner_user_id,
          r.search, r.expected_amount, r.committed_amount, r.committed_on, r.deleted_at) as is_elsewhere,
        (a.scheduled, a.next_due_on) is distinct from (r.scheduled, r.next_due_on) as is_due_otherwise,
        (a.funded, a.distributed, a.probability, a.created_at)
        is distinct from (r.funded, r.distributed, r.probability, r.created_at) as has_grown
      from added a join removed r on r.organization_id = a.organization_id and r.id = a.id)
    select organization_id, parts_of(distinct block_of(investor_id)) + parts_of(distinct block_of(former_id)) as blocks,
      array_agg(id) filter (where is_elsewhere) as elsewhere, array_agg(id) filter (where is_due_otherwise) as due_otherwise
    from pairs where is_elsewhere or is_due_otherwise or has_grown
    group by organization_id
  loop
    perform note_parts(part.organization_id, part.blocks, weeks_moved(part.organization_id, part.elsewhere), '{}',
      weeks_moved(part.organization_id, part.due_otherwise));
  end loop;
  return null;
end $$;

create or replace function part_of_transactions() returns trigger language plpgsql as $$
declare
  part record;
begin
  for part in
    select t.organization_id, parts_of(distinct week_of(t.settled_on)) filter (where t.state = 'settled') as weeks,
      array_agg(distinct t.investment_id) as ids
    from touched t group by t.organization_id
  loop
    perform note_parts(part.organization_id,
      (select parts_of(distinct block_of(investor_id)) from investments where organization_id = part.organization_id and id = any (part.ids)),
      part.weeks, '{}', weeks_moved(part.organization_id, part.ids));
  end loop;
  return null;
end $$;
