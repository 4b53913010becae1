-- An investment without a day of commitment was committed when its status first said so (the months of the dashboard): giving it a
-- later day, or taking its day away, moves it between the months of a closed day too.
create or replace function closed_to_investment() returns trigger language plpgsql as $$
declare
  zone text := (select o.time_zone from organizations o where o.organization_id = new.organization_id);
  since date;
begin
  if old.deleted_at is distinct from new.deleted_at then
    perform refuse_closed(new.organization_id, least(old.committed_on, new.committed_on, (old.created_at at time zone zone)::date));
  elsif old.committed_on is distinct from new.committed_on then
    since := (select min(c.at at time zone zone)::date from investment_status_changes c
      join investment_statuses s on s.organization_id = c.organization_id and s.id = c.to_status_id
      where c.organization_id = new.organization_id and c.investment_id = new.id and s.category in ('committed', 'funded', 'exited'));
    perform refuse_closed(new.organization_id, least(coalesce(old.committed_on, since), coalesce(new.committed_on, since)));
  end if;
  if (old.investor_id, old.offering_id, old.stage_id, old.currency, old.expected_amount, old.committed_amount, old.probability, old.owner_user_id)
    is distinct from (new.investor_id, new.offering_id, new.stage_id, new.currency, new.expected_amount, new.committed_amount, new.probability, new.owner_user_id)
  then
    perform refuse_closed(new.organization_id, coalesce(nullif(current_setting('app.valid_from', true), '')::date, day_in(new.organization_id)));
  end if;
  return null;
end $$;
