-- The first status of an investment holds from the day it was committed or first paid, if that is before it was recorded
-- (investmentsOn in db/as-of.ts): what a status means decides on the sums of those days too.
create or replace function closed_to_status() returns trigger language plpgsql as $$
begin
  perform refuse_closed(new.organization_id, (
    select min(least((c.at at time zone o.time_zone)::date, case when c.from_status_id is null then least(i.committed_on, (
      select min(t.settled_on) from transactions t
      where t.organization_id = i.organization_id and t.investment_id = i.id and t.state = 'settled' and t.deleted_at is null)) end))
    from investment_status_changes c
    join organizations o on o.organization_id = c.organization_id
    join investments i on i.organization_id = c.organization_id and i.id = c.investment_id
    where c.organization_id = new.organization_id and new.id in (c.to_status_id, c.from_status_id)));
  return null;
end $$;
