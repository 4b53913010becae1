-- Who changed what of a record, when and from where: one row for each change, kept by the records' own triggers, so that
-- no code can forget it. Only ever added to; see `prepareRole`.
create table record_edits (
  id uuid not null default uuid_v7(),
  organization_id uuid not null,
  record text not null,
  record_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  -- Null: Kabar itself.
  user_id uuid,
  ip inet,
  -- { field: [from, to] }, as PostgreSQL writes them: no amount passes through a float.
  changes jsonb not null,
  primary key (organization_id, id)
);
create index record_edits_record on record_edits (organization_id, record_id, at);
-- Without a foreign key: its lock on the organization would come late, after that of a record.
call protect('record_edits');

create function keep_edit() returns trigger language plpgsql as $$
begin
  insert into record_edits (organization_id, record, record_id, user_id, ip, changes)
  select new.organization_id, tg_argv[0], new.id, nullif(current_setting('app.user_id', true), '')::uuid,
    nullif(current_setting('app.ip', true), '')::inet, jsonb_object_agg(old_one.key, jsonb_build_array(old_one.value, new_one.value))
  from jsonb_each_text(to_jsonb(old)) old_one join jsonb_each_text(to_jsonb(new)) new_one using (key)
  where key = any (tg_argv[1:]) and old_one.value is distinct from new_one.value;
  return null;
end $$;

-- What goes for good takes its edits along, whatever removes it: nobody may remove an edit by itself.
create function forget_edits() returns trigger language plpgsql security definer set search_path from current as $$
begin
  delete from record_edits e using gone where e.organization_id = gone.organization_id and e.record_id = gone.id;
  return null;
end $$;

-- `fields`: what people set. Others, such as sums, times and the version, say nothing of their own.
create procedure keep_edits(relation regclass, record text, fields text[]) language plpgsql as $$
begin
  execute format('create trigger kept_edit after update of %s on %s for each row when ((%s) is distinct from (%s)) execute function keep_edit(%L, %s)',
    (select string_agg(quote_ident(f), ', ' order by n) from unnest(fields) with ordinality as x (f, n)), relation,
    (select string_agg('old.' || quote_ident(f), ', ' order by n) from unnest(fields) with ordinality as x (f, n)),
    (select string_agg('new.' || quote_ident(f), ', ' order by n) from unnest(fields) with ordinality as x (f, n)),
    record, (select string_agg(quote_literal(f), ', ' order by n) from unnest(fields) with ordinality as x (f, n)));
  execute format('create trigger forgotten_edits after delete on %s referencing old table as gone for each statement execute function forget_edits()', relation);
end $$;

call keep_edits('contacts', 'contact', array['name', 'preferred_name', 'phone', 'email', 'company', 'job_title', 'language',
  'time_zone', 'notes', 'consent', 'deleted_at']);
call keep_edits('investors', 'investor', array['code', 'name', 'kind', 'investor_type_id', 'email', 'country', 'city', 'website',
  'preferred_currency', 'ticket_min', 'ticket_max', 'source', 'owner_user_id', 'next_follow_up_on', 'do_not_contact', 'notes',
  'archived_at', 'deleted_at']);
-- The status has a history of its own, with its days.
call keep_edits('investments', 'investment', array['reference', 'investor_id', 'offering_id', 'title', 'stage_id', 'instrument',
  'currency', 'expected_amount', 'committed_amount', 'probability', 'expected_close_on', 'committed_on', 'closed_on', 'lost_reason',
  'units', 'unit_price', 'ownership_percent', 'interest_rate_percent', 'discount_percent', 'valuation_cap', 'maturity_on',
  'owner_user_id', 'notes', 'deleted_at']);
call keep_edits('transactions', 'transaction', array['kind', 'state', 'amount', 'due_on', 'settled_on', 'reference', 'note', 'deleted_at']);
call keep_edits('offerings', 'offering', array['name', 'kind', 'currency', 'target_amount', 'min_ticket', 'opens_on', 'closes_on',
  'state', 'deleted_at']);

create function forget_edits_of_organization() returns trigger language plpgsql security definer set search_path from current as $$
begin
  delete from record_edits where organization_id = old.organization_id;
  return null;
end $$;
create trigger forgotten_edits after delete on organizations for each row execute function forget_edits_of_organization();

-- Which import brought a record.
create index import_rows_record on import_rows (organization_id, record_id) where record_id is not null;
