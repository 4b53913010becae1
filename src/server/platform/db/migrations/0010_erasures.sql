-- Erasures of persons on request. A row says when, which user erased, how many rows, and digests of the numbers, but not whose they were.
alter table organizations add digest_salt uuid not null default gen_random_uuid();
alter table investors add erased_at timestamptz;

create table erasures (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  at timestamptz not null default now(),
  erased_by uuid,
  -- What was erased, and what stays, as counts by kind.
  erased jsonb not null,
  kept jsonb not null,
  digests text[] not null,
  primary key (organization_id, id)
);
alter table erasures enable row level security, force row level security;
create policy own on erasures using (organization_id = current_organization()) with check (organization_id = current_organization());

-- Consents of erased numbers. When a number is entered again, the trigger below restores its opt-out.
create table erased_numbers (
  organization_id uuid not null references organizations on delete cascade,
  digest text not null,
  consent text not null check (consent in ('unknown', 'opted_in', 'opted_out')),
  consent_at timestamptz,
  primary key (organization_id, digest)
);
alter table erased_numbers enable row level security, force row level security;
create policy own on erased_numbers using (organization_id = current_organization()) with check (organization_id = current_organization());

-- The salt gives a number another digest in each organization, so a table of the digests of all numbers computed once finds none.
create function number_digest(organization uuid, phone_key text) returns text language sql stable as $$
  select encode(sha256(convert_to(o.digest_salt::text || phone_key, 'UTF8')), 'hex') from organizations o where o.organization_id = organization
$$;

create function opt_out_again() returns trigger language plpgsql as $$
begin
  if exists (select from erased_numbers where organization_id = new.organization_id) then
    with known as (
      delete from erased_numbers where organization_id = new.organization_id and digest = number_digest(new.organization_id, new.phone_key)
      returning consent, consent_at)
    insert into opt_outs (organization_id, phone_key, created_at)
      select new.organization_id, new.phone_key, coalesce(consent_at, now()) from known where consent = 'opted_out'
    on conflict do nothing;
  end if;
  return null;
end $$;
-- As a trigger: contacts are added by forms, imports, archives and replies.
create trigger opt_out_again after insert or update of phone_key on contacts
  for each row when (new.phone_key is not null)
  execute function opt_out_again();

-- Removes fields of the earlier values of records that stay. The audit trail is append-only for everybody else.
create function redact_edits(ids uuid[], fields text[]) returns void language sql security definer set search_path from current as $$
  update record_edits set changes = changes - fields
    where organization_id = current_organization() and record_id = any (ids) and changes ?| fields;
  delete from record_edits where organization_id = current_organization() and record_id = any (ids) and changes = '{}'
$$;
