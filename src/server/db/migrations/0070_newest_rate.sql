-- The newest rate counts, whichever way it comes: direct, turned round, or crossed through the base. So far any direct or
-- turned one won, however old. A crossed rate is as old as the older of its two legs.
drop function rate_for(uuid, text, text, text, date);
drop function rate_on(uuid, text, text, text, date);
drop function leg_on(uuid, text, text, date);
drop function leg_for(uuid, text, text, date);

-- The newest rate between two currencies on or before a day, direct or turned round; the direct one when both are of one
-- day. 45 decimals, so that a turned rate times 10^20 is still right to the last shown digit.
create function leg_for(organization uuid, have text, want text, on_day date)
returns table (rate numeric, day date, is_turned boolean) language sql stable parallel safe as $$
  select rate, day, is_turned from (
    (select day, false as is_turned, rate from exchange_rates
      where organization_id = organization and from_currency = have and to_currency = want and day <= on_day
      order by day desc limit 1)
    union all
    (select day, true, round(1::numeric(60, 45) / rate, 45) from exchange_rates
      where organization_id = organization and from_currency = want and to_currency = have and day <= on_day
      order by day desc limit 1)
  ) legs order by day desc, is_turned limit 1
$$;

-- How much `want` one `have` is on a day, with the day of the rate and the path to it. One row, with nulls where there is
-- no rate: a missing rate is never 1, and never one of a later day. A direct rate of the day itself cannot be beaten, so
-- the legs through the base are then not looked up.
create function rate_for(organization uuid, have text, want text, base text, on_day date)
returns table (rate numeric, day date, path text) language sql stable parallel safe as $$
  select
    case when have = want then 1 when c.is_newer then there.rate * back.rate else direct.rate end,
    case when have = want then on_day when c.is_newer then least(there.day, back.day) else direct.day end,
    case when have = want then null when c.is_newer then 'crossed' when direct.is_turned then 'inverse'
      when direct.day is not null then 'direct' end
  from (select) one
  left join lateral leg_for(organization, have, want, on_day) direct on have <> want
  left join lateral leg_for(organization, have, base, on_day) there
    on direct.day is distinct from on_day and base not in (have, want) and have <> want
  left join lateral leg_for(organization, base, want, on_day) back
    on direct.day is distinct from on_day and base not in (have, want) and have <> want
  cross join lateral (
    select coalesce(there.day > coalesce(direct.day, '-infinity') and back.day > coalesce(direct.day, '-infinity'), false) as is_newer) c
$$;

-- For one day. For thousands at once rate_for: the planner writes a function that answers rows into the statement.
create function rate_on(organization uuid, have text, want text, base text, on_day date) returns numeric
language sql stable parallel safe as 'select rate from rate_for(organization, have, want, base, on_day)';
