-- Which transactions changed what an organization's lists and sums are made of, so that a count or a sum may be given
-- again as long as nothing did. Only added to, by the tables' own triggers: no row that two of them would wait for, as
-- they would for a number that each change counts up.
-- See docs/decisions/0010-counts-that-are-remembered.md.
create table record_changes (
  organization_id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now(),
  primary key (organization_id, xid)
);
-- Without a foreign key: its lock on the organization would come late, after that of a record.
call protect('record_changes', true);

create function note_change() returns trigger language plpgsql as $$
begin
  -- Somebody who is bound by no policy changes records by hand: whose, is not known here.
  if current_organization() is null and not across_organizations() then
    insert into record_changes (organization_id) select organization_id from organizations on conflict do nothing;
    return null;
  end if;
  -- Of one that is being removed with all it has, nobody asks for a list.
  insert into record_changes (organization_id)
    select organization_id from organizations where organization_id = current_organization()
  on conflict do nothing;
  -- Each new one takes two of the eldest along. An hour is longer than any count is remembered.
  if found then
    delete from record_changes where organization_id = current_organization() and xid in (
      select xid from record_changes where organization_id = current_organization() order by xid limit 2 for update skip locked)
    and at < now() - interval '1 hour';
  end if;
  return null;
end $$;

do $$
declare
  relation text;
begin
  foreach relation in array array['contacts', 'opt_outs', 'investors', 'investor_contacts', 'investor_stages',
    'investments', 'investment_statuses', 'transactions', 'contact_tags', 'investor_tags', 'investment_tags',
    'exchange_rates'] loop
    execute format('create trigger noted after insert or update or delete on %I for each statement execute function note_change()', relation);
  end loop;
end $$;

-- What an organization says of itself that its sums depend on. By the row: it may be changed across organizations.
create function note_settings() returns trigger language plpgsql as $$
begin
  insert into record_changes (organization_id) values (new.organization_id) on conflict do nothing;
  return null;
end $$;
create trigger noted after update on organizations for each row
  when (old.base_currency <> new.base_currency or old.time_zone <> new.time_zone) execute function note_settings();

create function forget_changes() returns trigger language plpgsql as $$
begin
  delete from record_changes where organization_id = old.organization_id;
  return null;
end $$;
create trigger forgotten after delete on organizations for each row execute function forget_changes();
