-- An organization's own fields of contacts, investors, investments and offerings. A record has its values in the column `custom`, by the
-- key of the field, so that a new field needs no migration.
create table custom_fields (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  record text not null check (record in ('contact', 'investor', 'investment', 'offering')),
  key text not null check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  name text not null check (name <> ''),
  type text not null check (type in ('text', 'number', 'money', 'date', 'choice', 'choices', 'yes_no', 'person', 'link')),
  -- Of the types `choice` and `choices`, in order. Deleted ones stay, because the history of records names them.
  choices jsonb not null default '[]' check (jsonb_typeof(choices) = 'array'),
  position integer not null default 1,
  is_active boolean not null default true,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id)
);
-- Also of deleted ones: their values are still in the records until they are purged.
create unique index custom_fields_key on custom_fields (organization_id, record, key);
create unique index custom_fields_name on custom_fields (organization_id, record, lower(name)) where deleted_at is null;
alter table custom_fields enable row level security, force row level security;
create policy own on custom_fields using (organization_id = current_organization()) with check (organization_id = current_organization());
create trigger delete_edits after delete on custom_fields referencing old table as old_rows
  for each statement execute function delete_edits_of_records();
create trigger record_edit after update of name, choices, is_active, deleted_at on custom_fields for each row
  when (old.name is distinct from new.name or old.choices is distinct from new.choices or old.is_active is distinct from new.is_active
    or old.deleted_at is distinct from new.deleted_at)
  execute function record_edit('custom_field', 'name', 'choices', 'is_active', 'deleted_at');

alter table contacts add column custom jsonb not null default '{}' check (jsonb_typeof(custom) = 'object');
alter table investors add column custom jsonb not null default '{}' check (jsonb_typeof(custom) = 'object');
alter table investments add column custom jsonb not null default '{}' check (jsonb_typeof(custom) = 'object');
alter table offerings add column custom jsonb not null default '{}' check (jsonb_typeof(custom) = 'object');

-- The history has each custom field as a field of its own: `custom.tier`.
create or replace function record_edit() returns trigger language plpgsql as $function$
begin
  insert into record_edits (organization_id, record, record_id, user_id, ip, changes)
  select new.organization_id, tg_argv[0], new.id, nullif(current_setting('app.user_id', true), '')::uuid,
    nullif(current_setting('app.ip', true), '')::inet, jsonb_object_agg(key, jsonb_build_array(old_one.value, new_one.value))
  from (
    select key, value from jsonb_each_text(to_jsonb(old)) where key = any (tg_argv[1:]) and key <> 'custom'
    union all select 'custom.' || key, value from jsonb_each_text(to_jsonb(old) -> 'custom')) old_one
  full join (
    select key, value from jsonb_each_text(to_jsonb(new)) where key = any (tg_argv[1:]) and key <> 'custom'
    union all select 'custom.' || key, value from jsonb_each_text(to_jsonb(new) -> 'custom')) new_one using (key)
  where old_one.value is distinct from new_one.value;
  return null;
end $function$;

drop trigger record_edit on contacts;
create trigger record_edit after update of name, preferred_name, phone, email, company, job_title, language, time_zone, notes, consent, custom,
    deleted_at
  on contacts for each row
  when (old.name is distinct from new.name or old.preferred_name is distinct from new.preferred_name or old.phone is distinct from new.phone or
    old.email is distinct from new.email or old.company is distinct from new.company or old.job_title is distinct from new.job_title or
    old.language is distinct from new.language or old.time_zone is distinct from new.time_zone or old.notes is distinct from new.notes or
    old.consent is distinct from new.consent or old.custom is distinct from new.custom or old.deleted_at is distinct from new.deleted_at)
  execute function record_edit('contact', 'name', 'preferred_name', 'phone', 'email', 'company', 'job_title', 'language', 'time_zone', 'notes',
    'consent', 'deleted_at');

drop trigger record_edit on investors;
create trigger record_edit after update of code, name, kind, investor_type_id, email, country, city, website, preferred_currency, ticket_min,
    ticket_max, source, owner_user_id, next_follow_up_on, follow_up_note, do_not_contact, notes, archived_at, custom, deleted_at
  on investors for each row
  when (old.code is distinct from new.code or old.name is distinct from new.name or old.kind is distinct from new.kind or
    old.investor_type_id is distinct from new.investor_type_id or old.email is distinct from new.email or
    old.country is distinct from new.country or old.city is distinct from new.city or old.website is distinct from new.website or
    old.preferred_currency is distinct from new.preferred_currency or old.ticket_min is distinct from new.ticket_min or
    old.ticket_max is distinct from new.ticket_max or old.source is distinct from new.source or
    old.owner_user_id is distinct from new.owner_user_id or old.next_follow_up_on is distinct from new.next_follow_up_on or
    old.follow_up_note is distinct from new.follow_up_note or old.do_not_contact is distinct from new.do_not_contact or
    old.notes is distinct from new.notes or old.archived_at is distinct from new.archived_at or old.custom is distinct from new.custom or
    old.deleted_at is distinct from new.deleted_at)
  execute function record_edit('investor', 'code', 'name', 'kind', 'investor_type_id', 'email', 'country', 'city', 'website',
    'preferred_currency', 'ticket_min', 'ticket_max', 'source', 'owner_user_id', 'next_follow_up_on', 'follow_up_note', 'do_not_contact',
    'notes', 'archived_at', 'deleted_at');

drop trigger record_edit on investments;
create trigger record_edit after update of reference, investor_id, offering_id, title, stage_id, instrument, currency, expected_amount,
    committed_amount, probability, expected_close_on, committed_on, closed_on, lost_reason, units, unit_price, ownership_percent,
    interest_rate_percent, discount_percent, valuation_cap, maturity_on, owner_user_id, notes, custom, deleted_at
  on investments for each row
  when (old.reference is distinct from new.reference or old.investor_id is distinct from new.investor_id or
    old.offering_id is distinct from new.offering_id or old.title is distinct from new.title or old.stage_id is distinct from new.stage_id or
    old.instrument is distinct from new.instrument or old.currency is distinct from new.currency or
    old.expected_amount is distinct from new.expected_amount or old.committed_amount is distinct from new.committed_amount or
    old.probability is distinct from new.probability or old.expected_close_on is distinct from new.expected_close_on or
    old.committed_on is distinct from new.committed_on or old.closed_on is distinct from new.closed_on or
    old.lost_reason is distinct from new.lost_reason or old.units is distinct from new.units or
    old.unit_price is distinct from new.unit_price or old.ownership_percent is distinct from new.ownership_percent or
    old.interest_rate_percent is distinct from new.interest_rate_percent or old.discount_percent is distinct from new.discount_percent or
    old.valuation_cap is distinct from new.valuation_cap or old.maturity_on is distinct from new.maturity_on or
    old.owner_user_id is distinct from new.owner_user_id or old.notes is distinct from new.notes or old.custom is distinct from new.custom or
    old.deleted_at is distinct from new.deleted_at)
  execute function record_edit('investment', 'reference', 'investor_id', 'offering_id', 'title', 'stage_id', 'instrument', 'currency',
    'expected_amount', 'committed_amount', 'probability', 'expected_close_on', 'committed_on', 'closed_on', 'lost_reason', 'units',
    'unit_price', 'ownership_percent', 'interest_rate_percent', 'discount_percent', 'valuation_cap', 'maturity_on', 'owner_user_id', 'notes',
    'deleted_at');

drop trigger record_edit on offerings;
create trigger record_edit after update of name, kind, currency, target_amount, min_ticket, opens_on, closes_on, state, custom, deleted_at
  on offerings for each row
  when (old.name is distinct from new.name or old.kind is distinct from new.kind or old.currency is distinct from new.currency or
    old.target_amount is distinct from new.target_amount or old.min_ticket is distinct from new.min_ticket or
    old.opens_on is distinct from new.opens_on or old.closes_on is distinct from new.closes_on or old.state is distinct from new.state or
    old.custom is distinct from new.custom or old.deleted_at is distinct from new.deleted_at)
  execute function record_edit('offering', 'name', 'kind', 'currency', 'target_amount', 'min_ticket', 'opens_on', 'closes_on', 'state',
    'deleted_at');
