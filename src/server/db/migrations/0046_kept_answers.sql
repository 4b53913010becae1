-- Pages of lists are given again as they are as long as nothing that they show has changed. Besides what they are counted
-- from they show names, and when somebody was last written to.
-- See docs/decisions/0010-counts-that-are-remembered.md.

create trigger noted after insert or update or delete on tags for each statement execute function note_change();

-- By the row: people sign in and move across organizations.
create function note_member() returns trigger language plpgsql as $$
begin
  insert into record_changes (organization_id)
    select organization_id from organizations where organization_id = coalesce(new.organization_id, old.organization_id)
  on conflict do nothing;
  return null;
end $$;
create trigger noted after insert or delete on users for each row execute function note_member();
create trigger noted_name after update of name on users for each row when (old.name <> new.name) execute function note_member();

-- A contact's time zone follows from the country.
drop trigger noted on organizations;
create trigger noted after update on organizations for each row
  when (old.base_currency <> new.base_currency or old.time_zone <> new.time_zone or old.country <> new.country)
  execute function note_settings();

-- A broadcast says every moment when somebody was written to. Nothing is counted from that: its changes stand apart, so
-- that counts hold meanwhile, and so that who asks of other changes need not pass over all of these.
alter table record_changes add column is_send boolean not null default false;
alter table record_changes drop constraint record_changes_pkey, add primary key (organization_id, is_send, xid);

create or replace function note_change() returns trigger language plpgsql as $$
begin
  -- Somebody who is bound by no policy changes records by hand: whose, is not known here.
  if current_organization() is null and not across_organizations() then
    insert into record_changes (organization_id, is_send) select organization_id, tg_table_name = 'recipients' from organizations
    on conflict do nothing;
    return null;
  end if;
  -- Of one that is being removed with all it has, nobody asks for a list.
  insert into record_changes (organization_id, is_send)
    select organization_id, tg_table_name = 'recipients' from organizations where organization_id = current_organization()
  on conflict do nothing;
  -- Each new one takes two of the eldest along. An hour is longer than any count is remembered.
  if found then
    delete from record_changes where organization_id = current_organization() and is_send = (tg_table_name = 'recipients') and xid in (
      select xid from record_changes where organization_id = current_organization() and is_send = (tg_table_name = 'recipients')
      order by xid limit 2 for update skip locked)
    and at < now() - interval '1 hour';
  end if;
  return null;
end $$;
create trigger noted after insert or update of sent_at or delete on recipients for each statement execute function note_change();
