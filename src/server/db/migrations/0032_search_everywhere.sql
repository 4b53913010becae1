-- Search everywhere: by how a name begins, for each kind of record, and by parts of it where that was missing.

-- A name as compared, cut to what an index can hold. A column, because under row-level security an index on fold(name)
-- may not be used. By bytes, so that what begins with a text is one stretch of the index.
-- The small ones are found by parts as the others are: fold(name) for each row cost a scan of them all.
do $$
declare
  kind record;
begin
  for kind in select * from (values ('contacts', 'name', false), ('investors', 'name', false), ('investments', 'title', false),
      ('offerings', 'name', true), ('templates', 'name', true), ('broadcasts', 'name', true), ('broadcast_groups', 'name', true))
      k (relation, name, is_new) loop
    if kind.is_new then
      execute format('alter table %I
        add column name_key text collate "C" not null generated always as (left(fold(%I), 60)) stored,
        add column search text not null generated always as (fold(%I)) stored', kind.relation, kind.name, kind.name);
      execute format('create index %I on %I using gin (organization_id, search gin_trgm_ops) where deleted_at is null',
        kind.relation || '_search', kind.relation);
    else
      execute format('alter table %I
        add column name_key text collate "C" not null generated always as (left(fold(%I), 60)) stored', kind.relation, kind.name);
    end if;
    execute format('create index %I on %I (organization_id, name_key, id) where deleted_at is null',
      kind.relation || '_name_key', kind.relation);
  end loop;
end $$;

-- How a number begins, by bytes as well.
create index contacts_phone_begins on contacts (organization_id, phone collate "C", id) where deleted_at is null;

-- What an investment is about, as it is searched: by its text, because of two numbers PostgreSQL does not promise that
-- comparing them leaks nothing, and keeps to reading all rows under row-level security.
alter table investments
  add column amount_key text generated always as (trim_scale(coalesce(committed_amount, expected_amount))::text) stored;
create index investments_amount_key on investments (organization_id, amount_key) where deleted_at is null;
