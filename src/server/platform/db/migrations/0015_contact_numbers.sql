-- Several numbers and email addresses of a contact. `phone` and `email` stay the preferred ones, to which messages go.
alter table contacts no force row level security;
alter table contacts
  add phone_label text not null default 'mobile' check (phone_label in ('mobile', 'work', 'home', 'other')),
  -- `[{ label, phone }]`, and the keys of these numbers in the same order.
  add other_phones jsonb not null default '[]',
  add other_phone_keys text[] not null default '{}',
  add other_emails jsonb not null default '[]',
  -- `[{ phone, key }]`: numbers that the contact had before. They are only found and shown.
  add former_phones jsonb not null default '[]',
  add check (jsonb_array_length(other_phones) = cardinality(other_phone_keys)),
  add check (phone is not null or cardinality(other_phone_keys) = 0),
  drop search;
alter table contacts add search text not null generated always as (fold(name || ' ' || preferred_name || ' ' || company || ' ' || email || ' '
  || coalesce(phone, '') || ' ' || jsonb_path_query_array(other_phones, '$[*].phone')::text || ' ' || other_emails::text || ' '
  || jsonb_path_query_array(former_phones, '$[*].phone')::text)) stored;
create index contacts_search on contacts using gin (organization_id, search gin_trgm_ops) with (gin_pending_list_limit = 128) where deleted_at is null;

drop trigger record_edit on contacts;
create trigger record_edit
  after update of name, preferred_name, phone, phone_label, other_phones, email, other_emails, company, job_title, language, time_zone, notes, consent,
    custom, deleted_at on contacts for each row when (
  old.name is distinct from new.name
  or old.preferred_name is distinct from new.preferred_name
  or old.phone is distinct from new.phone
  or old.phone_label is distinct from new.phone_label
  or old.other_phones is distinct from new.other_phones
  or old.email is distinct from new.email
  or old.other_emails is distinct from new.other_emails
  or old.company is distinct from new.company
  or old.job_title is distinct from new.job_title
  or old.language is distinct from new.language
  or old.time_zone is distinct from new.time_zone
  or old.notes is distinct from new.notes
  or old.consent is distinct from new.consent
  or old.custom is distinct from new.custom
  or old.deleted_at is distinct from new.deleted_at)
  execute function record_edit('contact', 'name', 'preferred_name', 'phone', 'phone_label', 'other_phones', 'email', 'other_emails', 'company',
    'job_title', 'language', 'time_zone', 'notes', 'consent', 'deleted_at');

-- The numbers of contacts that are not deleted, preferred and other ones: a number belongs to at most one of them. Triggers on contacts write it.
create table contact_numbers (
  organization_id uuid not null,
  phone_key text not null,
  contact_id uuid not null,
  primary key (organization_id, phone_key),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
create index contact_numbers_contact on contact_numbers (organization_id, contact_id);
insert into contact_numbers select organization_id, phone_key, id from contacts where phone_key is not null and deleted_at is null;
alter table contact_numbers enable row level security, force row level security;
create policy own on contact_numbers using (organization_id = current_organization()) with check (organization_id = current_organization());

-- The other email addresses of contacts that are not deleted, in lower case. People share addresses.
create table contact_emails (
  organization_id uuid not null,
  email_key text not null,
  contact_id uuid not null,
  primary key (organization_id, email_key, contact_id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
create index contact_emails_contact on contact_emails (organization_id, contact_id);
alter table contact_emails enable row level security, force row level security;
create policy own on contact_emails using (organization_id = current_organization()) with check (organization_id = current_organization());
alter table contacts force row level security;

-- The plans of these functions are made once per connection, maybe while the tables are empty: they must use the indexes.
create function add_numbers() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  -- In a fixed order: concurrent imports of the same numbers wait for each other instead of deadlocking.
  insert into contact_numbers (organization_id, phone_key, contact_id)
    select n.organization_id, k.key, n.id from new_rows n cross join unnest(n.other_phone_keys || n.phone_key) k (key)
    where n.deleted_at is null and k.key is not null order by k.key;
  insert into contact_emails (organization_id, email_key, contact_id)
    select distinct n.organization_id, lower(e.email), n.id from new_rows n cross join jsonb_array_elements_text(n.other_emails) e (email)
    where n.deleted_at is null and n.other_emails <> '[]';
  insert into opt_outs (organization_id, phone_key, evidence, created_at)
    select n.organization_id, k.key, o.evidence, o.created_at from new_rows n
    cross join lateral (select o.evidence, o.created_at from opt_outs o
      where o.organization_id = n.organization_id and o.phone_key = any (n.other_phone_keys || n.phone_key) order by o.created_at limit 1) o
    cross join unnest(n.other_phone_keys || n.phone_key) k (key)
    where n.deleted_at is null and n.other_phone_keys <> '{}'
  on conflict do nothing;
  return null;
end $$;
create trigger add_numbers after insert on contacts referencing new table as new_rows for each statement execute function add_numbers();

create function change_numbers() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  wanted constant text[] := case when new.deleted_at is null then array_remove(new.other_phone_keys || new.phone_key, null) else '{}' end;
  addresses constant text[] := case when new.deleted_at is null
    then array(select distinct lower(e.email) from jsonb_array_elements_text(new.other_emails) e (email)) else '{}' end;
  gone text[];
begin
  with removed as (
    delete from contact_numbers where organization_id = new.organization_id and contact_id = new.id and phone_key <> all (wanted) returning phone_key)
  select array_agg(phone_key) into gone from removed;
  -- Fails if the number belongs to another contact.
  insert into contact_numbers (organization_id, phone_key, contact_id)
    select new.organization_id, k.key, new.id from unnest(wanted) k (key)
    where not exists (select from contact_numbers n where n.organization_id = new.organization_id and n.phone_key = k.key and n.contact_id = new.id)
    order by k.key;
  if cardinality(wanted) > 1 then
    insert into opt_outs (organization_id, phone_key, evidence, created_at)
      select new.organization_id, k.key, o.evidence, o.created_at from (
        select o.evidence, o.created_at from opt_outs o
        where o.organization_id = new.organization_id and o.phone_key = any (wanted) order by o.created_at limit 1) o
      cross join unnest(wanted) k (key)
    on conflict do nothing;
  end if;
  delete from contact_emails where organization_id = new.organization_id and contact_id = new.id and email_key <> all (addresses);
  insert into contact_emails (organization_id, email_key, contact_id)
    select new.organization_id, e.key, new.id from unnest(addresses) e (key) on conflict do nothing;
  -- What came from a number before it was known to be this contact's stays with the contact when the number becomes a former one.
  if gone is not null and jsonb_array_length(new.former_phones) > jsonb_array_length(old.former_phones) then
    update wa_messages set contact_id = new.id
      where organization_id = new.organization_id and contact_id is null and address_key = any (gone);
    update notes set contact_id = new.id, address_key = null where organization_id = new.organization_id and address_key = any (gone);
  end if;
  return null;
end $$;
create trigger change_numbers after update of phone_key, other_phone_keys, other_emails, deleted_at on contacts
  for each row when (
    old.phone_key is distinct from new.phone_key
    or old.other_phone_keys is distinct from new.other_phone_keys
    or old.other_emails is distinct from new.other_emails
    or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function change_numbers();

-- An opt-out is a person's, so it holds for all numbers of the contact: for those it has, and for each that it gets.
create function extend_opt_out() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  insert into opt_outs (organization_id, phone_key, evidence, created_at)
    select new.organization_id, other.phone_key, new.evidence, new.created_at from contact_numbers n
    join contact_numbers other on other.organization_id = n.organization_id and other.contact_id = n.contact_id and other.phone_key <> n.phone_key
    where n.organization_id = new.organization_id and n.phone_key = new.phone_key
  on conflict do nothing;
  return null;
end $$;
create trigger extend_opt_out after insert on opt_outs for each row execute function extend_opt_out();

drop trigger opt_out_again on contacts;
create or replace function opt_out_again() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if exists (select from erased_numbers where organization_id = current_organization()) then
    with known as (
      delete from erased_numbers e using new_rows n where e.organization_id = n.organization_id
        and e.digest = number_digest(n.organization_id, n.phone_key)
      returning n.organization_id, n.phone_key, e.consent, e.consent_at)
    insert into opt_outs (organization_id, phone_key, created_at)
      select organization_id, phone_key, coalesce(consent_at, now()) from known where consent = 'opted_out'
    on conflict do nothing;
  end if;
  return null;
end $$;
-- As a trigger: contacts get numbers by forms, imports, archives, merges and replies.
create trigger opt_out_again after insert on contact_numbers referencing new table as new_rows for each statement execute function opt_out_again();
