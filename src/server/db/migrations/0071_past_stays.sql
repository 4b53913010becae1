-- What an investment and a scheduled payment were before they were changed, with the first day on which that no longer
-- holds. The past of a day D is the row with the smallest `until` after D, else the record as it is: what was never changed
-- needs no row, and nothing is read of it today. See docs/decisions/0018-the-past-stays.md.

create table investment_history (
  organization_id uuid not null,
  investment_id uuid not null,
  until date not null,
  -- As it was before. Without foreign keys: what it names may be gone.
  investor_id uuid not null,
  offering_id uuid,
  stage_id uuid,
  currency text not null,
  expected_amount numeric(24, 4),
  committed_amount numeric(24, 4),
  probability integer,
  owner_user_id uuid,
  -- It may name the investor, and whoever gets it next is not to be read on a statement of before.
  title text not null,
  primary key (organization_id, investment_id, until),
  foreign key (organization_id, investment_id) references investments on delete cascade
);
create index investment_history_investor on investment_history (organization_id, investor_id);
call protect('investment_history');

create table transaction_history (
  organization_id uuid not null,
  transaction_id uuid not null,
  investment_id uuid not null,
  until date not null,
  kind text not null,
  state text not null,
  amount numeric(24, 4) not null,
  due_on date,
  deleted_at timestamptz,
  primary key (organization_id, transaction_id, until),
  foreign key (organization_id, transaction_id) references transactions on delete cascade
);
create index transaction_history_investment on transaction_history (organization_id, investment_id);
call protect('transaction_history');

create function day_in(organization uuid) returns date language sql stable as $$
  select (now() at time zone time_zone)::date from organizations where organization_id = organization
$$;

-- From which day a change counts: app.valid_from, else today. What was recorded as changed later than that day is changed too.
create function keep_investment_history() returns trigger language plpgsql as $$
declare
  since date := coalesce(nullif(current_setting('app.valid_from', true), '')::date, day_in(new.organization_id));
  former investment_history;
begin
  -- Begun in this same transaction: nobody saw it otherwise.
  if old.created_at = now() then
    return null;
  end if;
  select * into former from investment_history h
    where h.organization_id = new.organization_id and h.investment_id = new.id and h.until >= since order by h.until limit 1;
  if not found then
    former := row(old.organization_id, old.id, since, old.investor_id, old.offering_id, old.stage_id, old.currency,
      old.expected_amount, old.committed_amount, old.probability, old.owner_user_id, old.title);
  end if;
  former.until := since;
  insert into investment_history select (former).* on conflict do nothing;
  update investment_history h set
    investor_id = case when new.investor_id is distinct from old.investor_id then new.investor_id else h.investor_id end,
    offering_id = case when new.offering_id is distinct from old.offering_id then new.offering_id else h.offering_id end,
    stage_id = case when new.stage_id is distinct from old.stage_id then new.stage_id else h.stage_id end,
    currency = case when new.currency is distinct from old.currency then new.currency else h.currency end,
    expected_amount = case when new.expected_amount is distinct from old.expected_amount then new.expected_amount else h.expected_amount end,
    committed_amount = case when new.committed_amount is distinct from old.committed_amount then new.committed_amount else h.committed_amount end,
    probability = case when new.probability is distinct from old.probability then new.probability else h.probability end,
    owner_user_id = case when new.owner_user_id is distinct from old.owner_user_id then new.owner_user_id else h.owner_user_id end,
    title = case when new.title is distinct from old.title then new.title else h.title end
  where h.organization_id = new.organization_id and h.investment_id = new.id and h.until > since;
  return null;
end $$;
create trigger kept_history after update of investor_id, offering_id, stage_id, currency, expected_amount, committed_amount, probability, owner_user_id
  on investments for each row
  when ((old.investor_id, old.offering_id, old.stage_id, old.currency, old.expected_amount, old.committed_amount, old.probability, old.owner_user_id)
    is distinct from (new.investor_id, new.offering_id, new.stage_id, new.currency, new.expected_amount, new.committed_amount, new.probability, new.owner_user_id))
  execute function keep_investment_history();

-- A payment that has settled is a fact of its day: whoever edits or deletes it corrects the past. Until it settles, what is
-- changed of it counts from today: it was due until then. It settles on its day, whenever that is written down.
create function keep_transaction_history() returns trigger language plpgsql as $$
declare
  since date;
  former transaction_history;
begin
  if old.created_at = now() then
    return null;
  end if;
  if old.state = 'settled' then
    if new.state = 'settled' and new.settled_on <> old.settled_on then
      update transaction_history h set until = new.settled_on
        where h.organization_id = new.organization_id and h.transaction_id = new.id and h.until = old.settled_on
          and not exists (select from transaction_history x
            where x.organization_id = h.organization_id and x.transaction_id = h.transaction_id and x.until = new.settled_on);
    end if;
    return null;
  end if;
  since := case when new.state = 'settled' then new.settled_on else day_in(new.organization_id) end;
  select * into former from transaction_history h
    where h.organization_id = new.organization_id and h.transaction_id = new.id and h.until >= since order by h.until limit 1;
  if not found then
    former := row(old.organization_id, old.id, old.investment_id, since, old.kind, old.state, old.amount, old.due_on, old.deleted_at);
  end if;
  former.until := since;
  insert into transaction_history select (former).* on conflict do nothing;
  delete from transaction_history h where h.organization_id = new.organization_id and h.transaction_id = new.id and h.until > since;
  return null;
end $$;
create trigger kept_history after update of kind, state, amount, due_on, settled_on, deleted_at on transactions for each row
  when ((old.kind, old.state, old.amount, old.due_on, old.settled_on, old.deleted_at)
    is distinct from (new.kind, new.state, new.amount, new.due_on, new.settled_on, new.deleted_at))
  execute function keep_transaction_history();

-- Sums of past days are counted with the investors of then: a change touches their blocks too.
create function blocks_of(organization uuid, ids uuid[]) returns int4multirange language sql stable as $$
  select parts_of(distinct block) from (
    select block_of(investor_id) as block from investments where organization_id = organization and id = any (ids)
    union all
    select block_of(investor_id) from investment_history where organization_id = organization and investment_id = any (ids)) b
$$;

create or replace function note_investments(organization uuid, ids uuid[]) returns void language plpgsql as $$
begin
  perform note_parts(organization, blocks_of(organization, ids), weeks_moved(organization, ids), '{}');
end $$;

create or replace function part_of_changed_investments() returns trigger language plpgsql as $$
declare
  part record;
begin
  for part in
    with pairs as (
      select a.organization_id, a.id, r.investor_id as former_id,
        -- What it is found, told apart and missed by. Of a change in sums alone the transactions say the weeks.
        (a.investor_id, a.offering_id, a.status_id, a.status_since, a.stage_id, a.instrument, a.currency, a.owner_user_id,
          a.search, a.expected_amount, a.committed_amount, a.committed_on, a.deleted_at)
        is distinct from (r.investor_id, r.offering_id, r.status_id, r.status_since, r.stage_id, r.instrument, r.currency, r.owner_user_id,
          r.search, r.expected_amount, r.committed_amount, r.committed_on, r.deleted_at) as is_elsewhere,
        (a.scheduled, a.next_due_on) is distinct from (r.scheduled, r.next_due_on) as is_due_otherwise,
        (a.funded, a.distributed, a.probability, a.created_at)
        is distinct from (r.funded, r.distributed, r.probability, r.created_at) as has_grown
      from added a join removed r on r.organization_id = a.organization_id and r.id = a.id)
    select organization_id, array_agg(id) as ids, parts_of(distinct block_of(former_id)) as former_blocks,
      array_agg(id) filter (where is_elsewhere) as elsewhere, array_agg(id) filter (where is_due_otherwise) as due_otherwise
    from pairs where is_elsewhere or is_due_otherwise or has_grown
    group by organization_id
  loop
    perform note_parts(part.organization_id, blocks_of(part.organization_id, part.ids) + part.former_blocks,
      weeks_moved(part.organization_id, part.elsewhere), '{}', weeks_moved(part.organization_id, part.due_otherwise));
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
    perform note_parts(part.organization_id, blocks_of(part.organization_id, part.ids), part.weeks, '{}',
      weeks_moved(part.organization_id, part.ids));
  end loop;
  return null;
end $$;

create or replace function part_of_changed_investors() returns trigger language plpgsql as $$
declare
  part record;
begin
  for part in
    select a.organization_id, parts_of(distinct block_of(a.id)) as blocks,
      array_agg(a.id) filter (where (a.investor_type_id, a.country) is distinct from (r.investor_type_id, r.country)) as ids
    from added a join removed r on r.organization_id = a.organization_id and r.id = a.id
    where (a.investor_type_id, a.country, a.do_not_contact, a.deleted_at)
      is distinct from (r.investor_type_id, r.country, r.do_not_contact, r.deleted_at)
    group by a.organization_id
  loop
    perform note_parts(part.organization_id, '{}', '{}', part.blocks);
    perform note_investments(part.organization_id, array(
      select i.id from investments i where i.organization_id = part.organization_id and i.investor_id = any (part.ids)
      union select h.investment_id from investment_history h where h.organization_id = part.organization_id and h.investor_id = any (part.ids)));
  end loop;
  return null;
end $$;
