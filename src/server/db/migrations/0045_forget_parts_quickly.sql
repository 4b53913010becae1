-- Whether there is anything to forget the eldest says, found by the index: looking among all for those older than six
-- hours cost each change more, the more had been changed (10 ms of 20,000). Never by sorting: a plan may be from when
-- they were few. By a cursor, not by their places: below PostgreSQL 16 row-level security reads the whole table for these.
create or replace function note_parts(organization uuid, blocks int4multirange, weeks int4multirange, people int4multirange) returns void
language plpgsql set enable_sort to off as $$
declare
  eldest cursor for select from changed_parts p where p.organization_id = organization and p.at < now() - interval '6 hours'
    order by p.xid limit 2 for update skip locked;
begin
  if coalesce(isempty(blocks), true) and coalesce(isempty(weeks), true) and coalesce(isempty(people), true) then
    return;
  end if;
  -- Of one that is being removed with all it has, nobody asks for a sum.
  insert into changed_parts (organization_id, blocks, weeks, people)
    select organization_id, coalesce(blocks, '{}'), coalesce(weeks, '{}'), coalesce(people, '{}')
    from organizations where organization_id = organization;
  if (select p.at from changed_parts p where p.organization_id = organization order by p.xid limit 1) < now() - interval '6 hours' then
    for old in eldest loop
      delete from changed_parts where current of eldest;
    end loop;
  end if;
end $$;
