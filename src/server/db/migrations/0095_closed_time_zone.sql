-- The time zone says on which day things happened. While the books are closed it is none in which today would be a closed day, or
-- what was recorded would fall on another day of those; see as-of.ts for what is asked of moments.
create function closed_to_time_zone() returns trigger language plpgsql as $$
begin
  if day_in(new.time_zone) > new.closed_until and not exists (
    select from (
      select c.at from investment_status_changes c where c.organization_id = new.organization_id
      union all
      select t.created_at from transactions t where t.organization_id = new.organization_id) m,
    lateral (select (m.at at time zone old.time_zone)::date as before, (m.at at time zone new.time_zone)::date as after) d
    where d.before <> d.after and least(d.before, d.after) <= new.closed_until)
  then
    return null;
  end if;
  raise exception 'the books are closed until %', new.closed_until
    using errcode = '23K09', column = 'time_zone', detail = new.closed_until::text;
end $$;
create trigger closed_over after update of time_zone on organizations for each row
  when (old.time_zone is distinct from new.time_zone and new.closed_until is not null) execute function closed_to_time_zone();
