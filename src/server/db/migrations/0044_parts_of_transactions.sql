-- Whether an investment was due on a past day depends on each of its transactions. One that comes or goes may so take it
-- into a sum or out of it: then what moved on it in any other week counts or counts no more.
create or replace function part_of_transactions() returns trigger language plpgsql as $$
declare
  part record;
begin
  for part in
    select t.organization_id, parts_of(distinct week_of(t.settled_on)) filter (where t.state = 'settled') as weeks,
      array_agg(distinct t.investment_id) as ids
    from touched t group by t.organization_id
  loop
    perform note_parts(part.organization_id, '{}', part.weeks, '{}');
    perform note_investments(part.organization_id, part.ids);
  end loop;
  return null;
end $$;
