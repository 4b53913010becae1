-- A rate is looked up for some thousand days at once. What answers rows the planner writes into the statement that asks,
-- what answers a value is called anew for each of them, at more than twice the cost.
create function leg_for(organization uuid, have text, want text, on_day date) returns table (rate numeric)
language sql stable parallel safe as $$
  select rate from (
    (select day, 0 as turned, rate from exchange_rates
      where organization_id = organization and from_currency = have and to_currency = want and day <= on_day
      order by day desc limit 1)
    union all
    (select day, 1, round(1::numeric(60, 45) / rate, 45) from exchange_rates
      where organization_id = organization and from_currency = want and to_currency = have and day <= on_day
      order by day desc limit 1)
  ) legs order by day desc, turned limit 1
$$;
create or replace function leg_on(organization uuid, have text, want text, on_day date) returns numeric
language sql stable parallel safe as 'select rate from leg_for(organization, have, want, on_day)';

-- As rate_on, for many: one row, with null where there is none.
create function rate_for(organization uuid, have text, want text, base text, on_day date) returns table (rate numeric)
language sql stable parallel safe as $$
  select case when have = want then 1 else coalesce(direct.rate, there.rate * back.rate) end
  from (select) one
  left join lateral leg_for(organization, have, want, on_day) direct on have <> want
  left join lateral leg_for(organization, have, base, on_day) there on direct.rate is null and base not in (have, want)
  left join lateral leg_for(organization, base, want, on_day) back on direct.rate is null and base not in (have, want)
$$;
