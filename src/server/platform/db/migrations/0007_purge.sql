-- The trash is purged. A row that a past figure or a sent broadcast refers to stays, out of the trash: see docs/decisions/0024.
alter table investors add purged_at timestamptz;
alter table transactions add purged_at timestamptz;
alter table offerings add purged_at timestamptz;
alter table templates add purged_at timestamptz;
alter table broadcast_groups add purged_at timestamptz;
alter table broadcasts add purged_at timestamptz;

-- Deleting a row for good looks for rows that refer to it, deleted ones included, so these indexes cover all rows.
drop index investments_investor, investments_offering, transactions_investment, notes_contact, notes_investor, notes_investment;
create index investments_investor on investments (organization_id, investor_id);
create index investments_offering on investments (organization_id, offering_id);
create index transactions_investment on transactions (organization_id, investment_id, coalesce(settled_on, due_on), id);
create index notes_contact on notes (organization_id, contact_id, created_at) where contact_id is not null;
create index notes_investor on notes (organization_id, investor_id, created_at) where investor_id is not null;
create index notes_investment on notes (organization_id, investment_id, created_at) where investment_id is not null;

-- The trash shows who deleted a broadcast or a WhatsApp group.
create trigger record_edit after update of deleted_at on broadcasts
  for each row when (old.deleted_at is distinct from new.deleted_at)
  execute function record_edit('broadcast', 'deleted_at');
create trigger record_edit after update of deleted_at on wa_groups
  for each row when (old.deleted_at is distinct from new.deleted_at)
  execute function record_edit('wa_group', 'deleted_at');

create trigger delete_edits after delete on notes referencing old table as old_rows
  for each statement execute function delete_edits_of_records();
create trigger delete_edits after delete on templates referencing old table as old_rows
  for each statement execute function delete_edits_of_records();
create trigger delete_edits after delete on broadcast_groups referencing old table as old_rows
  for each statement execute function delete_edits_of_records();
create trigger delete_edits after delete on broadcasts referencing old table as old_rows
  for each statement execute function delete_edits_of_records();
create trigger delete_edits after delete on wa_groups referencing old table as old_rows
  for each statement execute function delete_edits_of_records();

-- Removes the earlier values of records whose row stays. The audit trail is append-only for everybody else.
create function forget_edits(ids uuid[]) returns void language sql security definer set search_path from current as $$
  delete from record_edits where organization_id = current_organization() and record_id = any (ids)
$$;
