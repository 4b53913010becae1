-- Investors, investments, transactions, and the master data they are described with.

-- How many live records an organization has, so that a list need not count them (100,000: 10 ms each time).
-- Kept by the tables' own triggers, in the transaction of the change.
create table record_counts (
  organization_id uuid not null references organizations on delete cascade,
  kind text not null,
  live bigint not null default 0,
  primary key (organization_id, kind)
);
call protect('record_counts');

create function count_records() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into record_counts as r (organization_id, kind, live)
      select organization_id, tg_argv[0], count(*) from added where deleted_at is null group by organization_id
    on conflict (organization_id, kind) do update set live = r.live + excluded.live;
  elsif tg_op = 'UPDATE' then
    update record_counts r set live = live + d.delta from (
      select organization_id, sum(delta) as delta from (
        select organization_id, 1 as delta from added where deleted_at is null
        union all select organization_id, -1 from removed where deleted_at is null) moves
      group by organization_id having sum(delta) <> 0) d
    where r.organization_id = d.organization_id and r.kind = tg_argv[0];
  else
    update record_counts r set live = live - d.gone from (
      select organization_id, count(*) as gone from removed where deleted_at is null group by organization_id) d
    where r.organization_id = d.organization_id and r.kind = tg_argv[0];
  end if;
  return null;
end $$;

create procedure keep_count(relation regclass, kind text) language plpgsql as $$
begin
  execute format('create trigger counted_in after insert on %s referencing new table as added for each statement execute function count_records(%L)', relation, kind);
  execute format('create trigger counted_over after update on %s referencing old table as removed new table as added for each statement execute function count_records(%L)', relation, kind);
  execute format('create trigger counted_out after delete on %s referencing old table as removed for each statement execute function count_records(%L)', relation, kind);
end $$;

call keep_count('contacts', 'contacts');
insert into record_counts (organization_id, kind, live)
  select organization_id, 'contacts', count(*) from contacts where deleted_at is null group by organization_id;

-- The last automatic number of a kind: IV-0001 for investors, INV-0001 for investments.
create table record_numbers (
  organization_id uuid not null references organizations on delete cascade,
  kind text not null,
  last bigint not null default 0,
  primary key (organization_id, kind)
);
call protect('record_numbers');

-- The first answer to a POST, given again to whoever repeats it with the same key.
create table idempotency_keys (
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null,
  key text not null,
  -- Method, path and body, hashed: another request under the same key is refused.
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
call protect('idempotency_keys', true);

-- Master data ---------------------------------------------------------------------------------------------------------
-- Organizations from before this begin as new ones do (master-data/seeds.ts); hence row-level security comes after.
select set_config('app.scope', 'system', true);

create table investor_types (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null check (name <> ''),
  kind text not null check (kind in ('individual', 'entity')),
  color text not null,
  position integer not null,
  is_active boolean not null default true,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id)
);
create unique index investor_types_name on investor_types (organization_id, lower(name)) where deleted_at is null;
insert into investor_types (organization_id, name, kind, color, position)
  select organization_id, s.* from organizations, (values
    ('Individual', 'individual', 'blue', 1), ('High-net-worth individual', 'individual', 'indigo', 2),
    ('Angel', 'individual', 'violet', 3), ('Friends & family', 'individual', 'pink', 4),
    ('Family office', 'entity', 'teal', 5), ('Venture capital fund', 'entity', 'cyan', 6),
    ('Private equity fund', 'entity', 'blue', 7), ('Fund of funds', 'entity', 'indigo', 8),
    ('Corporate / CVC', 'entity', 'orange', 9), ('Syndicate / SPV', 'entity', 'violet', 10),
    ('Accelerator', 'entity', 'lime', 11), ('Bank / lender', 'entity', 'green', 12),
    ('Pension / insurance / endowment', 'entity', 'amber', 13),
    ('Sovereign / development finance', 'entity', 'red', 14), ('Trust / foundation', 'entity', 'pink', 15),
    ('Other', 'entity', 'gray', 16)
  ) s (name, kind, color, position);
call protect('investor_types');

create table investment_statuses (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null check (name <> ''),
  -- The only thing that code reads.
  category text not null check (category in ('prospect', 'soft', 'committed', 'funded', 'exited', 'lost')),
  probability integer check (probability between 0 and 100),
  color text not null,
  position integer not null,
  is_default boolean not null default false check (not is_default or category = 'prospect' and is_active),
  is_active boolean not null default true,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id)
);
create unique index investment_statuses_name on investment_statuses (organization_id, lower(name)) where deleted_at is null;
create unique index investment_statuses_default on investment_statuses (organization_id) where is_default and deleted_at is null;
insert into investment_statuses (organization_id, name, category, probability, color, is_default, position)
  select organization_id, s.* from organizations, (values
    ('Prospect', 'prospect', 10, 'gray', true, 1), ('Contacted', 'prospect', 20, 'cyan', false, 2),
    ('In discussion', 'prospect', 35, 'blue', false, 3), ('Due diligence', 'prospect', 50, 'indigo', false, 4),
    ('On hold', 'prospect', 5, 'amber', false, 5), ('Soft commitment', 'soft', 70, 'violet', false, 6),
    ('Committed', 'committed', 90, 'teal', false, 7), ('Partially funded', 'funded', null, 'lime', false, 8),
    ('Funded', 'funded', null, 'green', false, 9), ('Exited', 'exited', null, 'pink', false, 10),
    ('Written off', 'exited', null, 'orange', false, 11), ('Declined', 'lost', 0, 'red', false, 12),
    ('No response', 'lost', 0, 'gray', false, 13)
  ) s (name, category, probability, color, is_default, position);
call protect('investment_statuses');

create table investment_stages (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null check (name <> ''),
  color text not null,
  position integer not null,
  is_active boolean not null default true,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id)
);
create unique index investment_stages_name on investment_stages (organization_id, lower(name)) where deleted_at is null;
insert into investment_stages (organization_id, name, color, position)
  select organization_id, s.* from organizations, (values
    ('Pre-seed', 'lime', 1), ('Seed', 'green', 2), ('Series A', 'teal', 3), ('Series B', 'cyan', 4),
    ('Series C and later', 'blue', 5), ('Bridge', 'gray', 6), ('Growth', 'indigo', 7), ('Pre-IPO', 'violet', 8),
    ('Pre-construction', 'amber', 9), ('Construction', 'orange', 10), ('Stabilised', 'pink', 11)
  ) s (name, color, position);
call protect('investment_stages');
select set_config('app.scope', '', true);

-- Contacts learn more ------------------------------------------------------------------------------------------------

alter table contacts
  add column time_zone text,
  -- What WhatsApp says the number is; written when it has been asked.
  add column wa_id text,
  add column consent_at timestamptz,
  add column consent_how text not null default '',
  add column consent_evidence text not null default '';

-- Investors -----------------------------------------------------------------------------------------------------------

create table investors (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  code text not null check (code <> ''),
  name text not null check (name <> ''),
  kind text not null check (kind in ('individual', 'entity')),
  investor_type_id uuid not null,
  email text not null default '',
  country text check (country ~ '^[A-Z]{2}$'),
  city text not null default '',
  website text not null default '',
  preferred_currency text check (preferred_currency ~ '^[A-Z]{3}$'),
  -- In preferred_currency.
  ticket_min numeric(24, 4) check (ticket_min >= 0),
  ticket_max numeric(24, 4) check (ticket_max >= 0),
  source text not null default '',
  owner_user_id uuid,
  next_follow_up_on date,
  do_not_contact boolean not null default false,
  notes text not null default '',
  -- Hidden from pickers, kept in totals.
  archived_at timestamptz,
  search text not null generated always as (fold(name || ' ' || code || ' ' || email || ' ' || city)) stored,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, investor_type_id) references investor_types,
  foreign key (organization_id, owner_user_id) references users on delete set null (owner_user_id),
  check (ticket_min <= ticket_max),
  check (preferred_currency is not null or ticket_min is null and ticket_max is null)
);
create unique index investors_code on investors (organization_id, lower(code)) where deleted_at is null;
create index investors_name on investors (organization_id, name collate "und-x-icu", id) where deleted_at is null;
create index investors_updated on investors (organization_id, updated_at, id) where deleted_at is null;
create index investors_created on investors (organization_id, created_at, id) where deleted_at is null;
create index investors_follow_up on investors (organization_id, next_follow_up_on, id) where deleted_at is null;
create index investors_type on investors (organization_id, investor_type_id) where deleted_at is null;
create index investors_owner on investors (organization_id, owner_user_id) where deleted_at is null;
create index investors_search on investors using gin (search gin_trgm_ops) where deleted_at is null;
call protect('investors');
-- As for contacts: see 0002_contacts.sql.
alter table investors alter column organization_id set statistics 0;
call keep_count('investors', 'investors');

create table investor_contacts (
  organization_id uuid not null,
  investor_id uuid not null,
  contact_id uuid not null,
  role text not null check (role in ('self', 'primary', 'finance', 'legal', 'assistant', 'other')),
  is_primary boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (organization_id, investor_id, contact_id),
  foreign key (organization_id, investor_id) references investors on delete cascade,
  foreign key (organization_id, contact_id) references contacts on delete cascade
);
create index investor_contacts_contact on investor_contacts (organization_id, contact_id);
create unique index investor_contacts_primary on investor_contacts (organization_id, investor_id) where is_primary;
call protect('investor_contacts');

create table investor_stages (
  organization_id uuid not null,
  investor_id uuid not null,
  stage_id uuid not null,
  primary key (organization_id, investor_id, stage_id),
  foreign key (organization_id, investor_id) references investors on delete cascade,
  foreign key (organization_id, stage_id) references investment_stages
);
create index investor_stages_stage on investor_stages (organization_id, stage_id);
call protect('investor_stages');

-- Investments ---------------------------------------------------------------------------------------------------------

create table offerings (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null check (name <> ''),
  kind text not null check (kind in ('round', 'fund', 'spv', 'project', 'property', 'other')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  target_amount numeric(24, 4) check (target_amount >= 0),
  min_ticket numeric(24, 4) check (min_ticket >= 0),
  opens_on date,
  closes_on date,
  state text not null default 'open' check (state in ('open', 'closed')),
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id),
  check (opens_on <= closes_on)
);
create unique index offerings_name on offerings (organization_id, lower(name)) where deleted_at is null;
call protect('offerings');

create table investments (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  reference text not null check (reference <> ''),
  investor_id uuid not null,
  offering_id uuid,
  title text not null check (title <> ''),
  -- Follows the names of investor and offering until somebody writes another.
  title_is_automatic boolean not null default true,
  status_id uuid not null,
  status_since timestamptz not null default now(),
  stage_id uuid,
  instrument text check (instrument in ('equity', 'preferred_equity', 'safe', 'convertible_note', 'loan', 'revenue_share',
    'profit_share', 'fund_interest', 'property_share', 'other')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  expected_amount numeric(24, 4) check (expected_amount >= 0),
  committed_amount numeric(24, 4) check (committed_amount >= 0),
  -- Null: the status's.
  probability integer check (probability between 0 and 100),
  expected_close_on date,
  committed_on date,
  closed_on date,
  lost_reason text not null default '',
  units numeric(24, 8) check (units >= 0),
  unit_price numeric(24, 8) check (unit_price >= 0),
  ownership_percent numeric(9, 6) check (ownership_percent between 0 and 100),
  interest_rate_percent numeric(9, 6) check (interest_rate_percent >= 0),
  discount_percent numeric(9, 6) check (discount_percent between 0 and 100),
  valuation_cap numeric(24, 4) check (valuation_cap >= 0),
  maturity_on date,
  owner_user_id uuid,
  notes text not null default '',
  -- Sums of its transactions, kept by their trigger. Settled contributions less refunds:
  funded numeric(24, 4) not null default 0,
  -- Settled distributions and returns of capital:
  distributed numeric(24, 4) not null default 0,
  -- Scheduled contributions, whenever they are due:
  scheduled numeric(24, 4) not null default 0,
  -- The first day of these:
  next_due_on date,
  transaction_count integer not null default 0,
  search text not null generated always as (fold(title || ' ' || reference)) stored,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, investor_id) references investors,
  foreign key (organization_id, offering_id) references offerings,
  foreign key (organization_id, status_id) references investment_statuses,
  foreign key (organization_id, stage_id) references investment_stages,
  foreign key (organization_id, owner_user_id) references users on delete set null (owner_user_id)
);
create unique index investments_reference on investments (organization_id, lower(reference)) where deleted_at is null;
create index investments_investor on investments (organization_id, investor_id) where deleted_at is null;
create index investments_offering on investments (organization_id, offering_id) where deleted_at is null;
create index investments_status on investments (organization_id, status_id) where deleted_at is null;
create index investments_stage on investments (organization_id, stage_id) where deleted_at is null;
create index investments_owner on investments (organization_id, owner_user_id) where deleted_at is null;
create index investments_title on investments (organization_id, title collate "und-x-icu", id) where deleted_at is null;
create index investments_updated on investments (organization_id, updated_at, id) where deleted_at is null;
create index investments_created on investments (organization_id, created_at, id) where deleted_at is null;
create index investments_close on investments (organization_id, expected_close_on, id) where deleted_at is null;
create index investments_reference_order on investments (organization_id, reference collate "und-x-icu", id) where deleted_at is null;
-- Amounts stand in order within their currency: across currencies a bigger number says nothing.
create index investments_expected on investments (organization_id, currency, expected_amount, id) where deleted_at is null;
create index investments_committed on investments (organization_id, currency, committed_amount, id) where deleted_at is null;
create index investments_funded on investments (organization_id, currency, funded, id) where deleted_at is null;
create index investments_due on investments (organization_id, next_due_on, id) where deleted_at is null;
create index investments_search on investments using gin (search gin_trgm_ops) where deleted_at is null;
call protect('investments');
alter table investments alter column organization_id set statistics 0;
call keep_count('investments', 'investments');

-- Every status an investment ever had; the status as of a day is the last one of that day or before. Only ever added to.
create table investment_status_changes (
  id uuid not null default uuid_v7(),
  organization_id uuid not null,
  investment_id uuid not null,
  -- Null: it began there.
  from_status_id uuid,
  to_status_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  changed_by uuid,
  primary key (organization_id, id),
  foreign key (organization_id, investment_id) references investments on delete cascade,
  foreign key (organization_id, from_status_id) references investment_statuses,
  foreign key (organization_id, to_status_id) references investment_statuses
);
create index investment_status_changes_investment on investment_status_changes (organization_id, investment_id, at);
create index investment_status_changes_to on investment_status_changes (organization_id, to_status_id);
call protect('investment_status_changes');

create table transactions (
  id uuid not null default uuid_v7(),
  organization_id uuid not null,
  investment_id uuid not null,
  kind text not null check (kind in ('contribution', 'distribution', 'return_of_capital', 'fee', 'refund')),
  state text not null check (state in ('scheduled', 'settled', 'cancelled')),
  -- In the investment's currency.
  amount numeric(24, 4) not null check (amount > 0),
  due_on date,
  settled_on date,
  reference text not null default '',
  note text not null default '',
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, investment_id) references investments on delete cascade,
  check ((state = 'settled') = (settled_on is not null))
);
create index transactions_investment on transactions (organization_id, investment_id, coalesce(settled_on, due_on), id) where deleted_at is null;
create index transactions_settled on transactions (organization_id, settled_on) where state = 'settled' and deleted_at is null;
create index transactions_due on transactions (organization_id, due_on) where state = 'scheduled' and kind = 'contribution' and deleted_at is null;
call protect('transactions');

-- The sums of an investment, whoever writes its transactions. The lock comes in a statement of its own, so that the sum
-- after it sees what another transaction had just committed.
create function sum_transactions() returns trigger language plpgsql as $$
declare
  touched uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct investment_id) into touched from added;
  elsif tg_op = 'UPDATE' then
    select array_agg(distinct investment_id) into touched from (select investment_id from added union all select investment_id from removed) t;
  else
    select array_agg(distinct investment_id) into touched from removed;
  end if;
  perform from investments where organization_id = current_organization() and id = any (touched) order by id for no key update;
  update investments i set
    funded = s.funded, distributed = s.distributed, scheduled = s.scheduled, next_due_on = s.next_due_on,
    transaction_count = s.transaction_count
  from (
    select j.id,
      coalesce(sum(case t.kind when 'contribution' then t.amount when 'refund' then -t.amount end) filter (where t.state = 'settled'), 0) as funded,
      coalesce(sum(t.amount) filter (where t.state = 'settled' and t.kind in ('distribution', 'return_of_capital')), 0) as distributed,
      coalesce(sum(t.amount) filter (where t.state = 'scheduled' and t.kind = 'contribution'), 0) as scheduled,
      min(t.due_on) filter (where t.state = 'scheduled' and t.kind = 'contribution') as next_due_on,
      count(t.id) as transaction_count
    from unnest(touched) j (id)
    left join transactions t on t.organization_id = current_organization() and t.investment_id = j.id and t.deleted_at is null
    group by j.id) s
  where i.organization_id = current_organization() and i.id = s.id;
  return null;
end $$;
create trigger summed_in after insert on transactions referencing new table as added for each statement execute function sum_transactions();
create trigger summed_over after update on transactions referencing old table as removed new table as added for each statement execute function sum_transactions();
create trigger summed_out after delete on transactions referencing old table as removed for each statement execute function sum_transactions();

-- Tags and notes ------------------------------------------------------------------------------------------------------

create table tags (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null check (name <> ''),
  color text not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id)
);
create unique index tags_name on tags (organization_id, lower(name));
call protect('tags');

create table investor_tags (
  organization_id uuid not null,
  investor_id uuid not null,
  tag_id uuid not null,
  primary key (organization_id, investor_id, tag_id),
  foreign key (organization_id, investor_id) references investors on delete cascade,
  foreign key (organization_id, tag_id) references tags on delete cascade
);
create index investor_tags_tag on investor_tags (organization_id, tag_id);
call protect('investor_tags');

create table contact_tags (
  organization_id uuid not null,
  contact_id uuid not null,
  tag_id uuid not null,
  primary key (organization_id, contact_id, tag_id),
  foreign key (organization_id, contact_id) references contacts on delete cascade,
  foreign key (organization_id, tag_id) references tags on delete cascade
);
create index contact_tags_tag on contact_tags (organization_id, tag_id);
call protect('contact_tags');

create table investment_tags (
  organization_id uuid not null,
  investment_id uuid not null,
  tag_id uuid not null,
  primary key (organization_id, investment_id, tag_id),
  foreign key (organization_id, investment_id) references investments on delete cascade,
  foreign key (organization_id, tag_id) references tags on delete cascade
);
create index investment_tags_tag on investment_tags (organization_id, tag_id);
call protect('investment_tags');

create table notes (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  investor_id uuid,
  contact_id uuid,
  investment_id uuid,
  -- Markdown.
  body text not null check (body <> ''),
  is_pinned boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, investor_id) references investors on delete cascade,
  foreign key (organization_id, contact_id) references contacts on delete cascade,
  foreign key (organization_id, investment_id) references investments on delete cascade,
  check (num_nonnulls(investor_id, contact_id, investment_id) = 1)
);
create index notes_investor on notes (organization_id, investor_id, created_at) where deleted_at is null;
create index notes_contact on notes (organization_id, contact_id, created_at) where deleted_at is null;
create index notes_investment on notes (organization_id, investment_id, created_at) where deleted_at is null;
call protect('notes');
