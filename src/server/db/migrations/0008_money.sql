-- Currencies, exchange rates, and the arithmetic of money. Amounts are numeric(24,4) beside their currency; never a float.

-- ISO 4217's number of decimals; contract/money.ts says the same, and a test compares the two. Not what JavaScript's
-- Intl says: it takes IDR, COP, HUF and others for currencies without decimals.
create function currency_decimals(currency text) returns integer language sql immutable parallel safe as $$
  select case
    when currency in ('BIF','CLP','DJF','GNF','ISK','JPY','KMF','KRW','PYG','RWF','UGX','UYI','VND','VUV','XAF','XOF','XPF') then 0
    when currency in ('BHD','IQD','JOD','KWD','LYD','OMR','TND') then 3
    when currency in ('CLF','UYW') then 4
    else 2
  end
$$;

-- Half to even, as totals are shown. round() goes away from zero at a half, so it is put right there and only there.
create function round_half_even(value numeric, decimals integer) returns numeric language sql immutable parallel safe as $$
  select case
    when abs(value - trunc(value, decimals)) * power(10::numeric, decimals) = 0.5
      and mod(trunc(abs(value) * power(10::numeric, decimals)), 2) = 0
    then trunc(value, decimals)
    else round(value, decimals)
  end
$$;

-- An amount as it is shown and sent: rounded once, with all the decimals of its currency. The 24 take away what a turned
-- rate left behind its 45 decimals, so that a half is a half: 3 times a sixth.
create function money(value numeric, currency text) returns numeric language sql immutable parallel safe as $$
  select round_half_even(round(value, 24), currency_decimals(currency))
$$;

-- What an organization offers in its forms; the base currency is organizations.base_currency and always among them.
create table enabled_currencies (
  organization_id uuid not null references organizations on delete cascade,
  code text not null check (code ~ '^[A-Z]{3}$'),
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, code)
);
call protect('enabled_currencies');

-- 1 from_currency = rate to_currency, from `day` on until a newer one. Names both, and so survives a change of base.
create table exchange_rates (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  from_currency text not null check (from_currency ~ '^[A-Z]{3}$'),
  to_currency text not null check (to_currency ~ '^[A-Z]{3}$'),
  day date not null,
  rate numeric(30, 15) not null check (rate > 0),
  source text not null check (source in ('manual', 'import', 'ecb')),
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  check (from_currency <> to_currency)
);
create unique index exchange_rates_day on exchange_rates (organization_id, from_currency, to_currency, day);
create index exchange_rates_list on exchange_rates (organization_id, day desc, from_currency, to_currency);
call protect('exchange_rates');

-- The newest rate between two currencies on or before a day, direct or turned round; the direct one when both are of
-- one day. 45 decimals, so that a turned rate times 10^20 is still right to the last shown digit.
create function leg_on(organization uuid, have text, want text, on_day date) returns numeric language sql stable parallel safe as $$
  select value from (
    (select day, 0 as turned, rate as value from exchange_rates
      where organization_id = organization and from_currency = have and to_currency = want and day <= on_day
      order by day desc limit 1)
    union all
    (select day, 1, round(1::numeric(60, 45) / rate, 45) from exchange_rates
      where organization_id = organization and from_currency = want and to_currency = have and day <= on_day
      order by day desc limit 1)
  ) legs order by day desc, turned limit 1
$$;

-- How much `want` one `have` is on a day: itself, a rate, or one crossed through the base. Null when there is
-- none: a missing rate is never 1, and never one of a later day.
create function rate_on(organization uuid, have text, want text, base text, on_day date) returns numeric language sql stable parallel safe as $$
  select case when have = want then 1 else coalesce(
    leg_on(organization, have, want, on_day),
    case when base not in (have, want)
      then leg_on(organization, have, base, on_day) * leg_on(organization, base, want, on_day) end
  ) end
$$;

-- A public source of rates, asked once a day for the whole installation: when it is asked again, and who is asking.
create table rate_feeds (
  name text primary key check (name in ('ecb')),
  -- The newest day that it has told.
  day date,
  fetched_at timestamptz,
  next_at timestamptz not null default '-infinity',
  attempts integer not null default 0,
  failure text,
  lease_token uuid,
  lease_until timestamptz
);
insert into rate_feeds (name) values ('ecb');

-- What it told of the last months, `1 EUR = rate currency`: for organizations that begin or enable a currency later.
create table feed_rates (
  feed text not null references rate_feeds on delete cascade,
  day date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  rate numeric(30, 15) not null check (rate > 0),
  primary key (feed, day, currency)
);
