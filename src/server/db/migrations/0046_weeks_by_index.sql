-- Of deleted transactions nobody needs the weeks; the index of an investment's transactions has those that are left.
-- Without saying so each change of an investment or a transaction read all transactions.
create or replace function note_investments(organization uuid, ids uuid[]) returns void language plpgsql as $$
begin
  perform note_parts(organization,
    (select parts_of(distinct block_of(investor_id)) from investments where organization_id = organization and id = any (ids)),
    (select parts_of(distinct week_of(settled_on)) from transactions
      where organization_id = organization and investment_id = any (ids) and state = 'settled' and deleted_at is null),
    '{}');
end $$;

create or replace function part_of_changed_investments() returns trigger language plpgsql as $$
declare
  part record;
begin
  for part in
    with pairs as (
      select a.organization_id, a.id, a.investor_id, r.investor_id as former_id,
        -- What it is found, told apart and missed by. Of a change in sums alone the transactions say the weeks.
        (a.investor_id, a.offering_id, a.status_id, a.status_since, a.stage_id, a.instrument, a.currency, a.owner_user_id,
          a.search, a.expected_amount, a.committed_amount, a.committed_on, a.scheduled, a.next_due_on, a.deleted_at)
        is distinct from (r.investor_id, r.offering_id, r.status_id, r.status_since, r.stage_id, r.instrument, r.currency, r.owner_user_id,
          r.search, r.expected_amount, r.committed_amount, r.committed_on, r.scheduled, r.next_due_on, r.deleted_at) as is_elsewhere,
        (a.funded, a.distributed, a.probability, a.created_at)
        is distinct from (r.funded, r.distributed, r.probability, r.created_at) as has_grown
      from added a join removed r on r.organization_id = a.organization_id and r.id = a.id)
    select organization_id, parts_of(distinct block_of(investor_id)) + parts_of(distinct block_of(former_id)) as blocks,
      (select parts_of(distinct week_of(t.settled_on)) from transactions t
        where t.organization_id = pairs.organization_id and t.state = 'settled' and t.deleted_at is null
          and t.investment_id = any (array_agg(pairs.id) filter (where pairs.is_elsewhere))) as weeks
    from pairs where is_elsewhere or has_grown
    group by organization_id
  loop
    perform note_parts(part.organization_id, part.blocks, part.weeks, '{}');
  end loop;
  return null;
end $$;
