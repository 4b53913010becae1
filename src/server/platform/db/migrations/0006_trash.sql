-- The trash lists what was deleted, newest first, of each kind.
create index contacts_trash on contacts (organization_id, deleted_at desc, id) where deleted_at is not null;
create index investors_trash on investors (organization_id, deleted_at desc, id) where deleted_at is not null;
create index investments_trash on investments (organization_id, deleted_at desc, id) where deleted_at is not null;
create index transactions_trash on transactions (organization_id, deleted_at desc, id) where deleted_at is not null;

-- Who deleted a note, a template or a broadcast group, as the other kinds of records have it.
create trigger record_edit after update of deleted_at on notes
  for each row when (old.deleted_at is distinct from new.deleted_at)
  execute function record_edit('note', 'deleted_at');
create trigger record_edit after update of deleted_at on templates
  for each row when (old.deleted_at is distinct from new.deleted_at)
  execute function record_edit('template', 'deleted_at');
create trigger record_edit after update of deleted_at on broadcast_groups
  for each row when (old.deleted_at is distinct from new.deleted_at)
  execute function record_edit('broadcast_group', 'deleted_at');
