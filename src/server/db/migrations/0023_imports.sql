-- Imports of investors and investments too; a mapping that people change and that is remembered; and a way back.

-- Row-level security would hide the imports of all organizations from this.
select set_config('app.scope', 'system', true);

alter table imports
  add column kind text not null default 'contacts' check (kind in ('contacts', 'investors', 'investments')),
  -- How the cells are read: see ImportOptions in the contract.
  add column options jsonb not null default '{}',
  add column asks jsonb not null default '[]',
  drop constraint imports_status_check,
  add constraint imports_status_check
    check (status in ('reading', 'ready', 'running', 'done', 'failed', 'reverting', 'reverted'));
drop index imports_running;
create index imports_running on imports (created_at) where status in ('running', 'reverting');

-- Previews from before do not know their cells, so nobody could change how they are read.
update imports set status = 'failed', failure = 'The upload broke off. Send the file again.'
  where status in ('reading', 'ready');

-- What a row is read as, whatever its kind.
alter table import_rows rename column contact to data;
-- By what two rows are the same: a number, an address, a code, a reference.
alter table import_rows rename column phone_key to key;
alter table import_rows rename column contact_id to record_id;
alter table import_rows
  -- As they stand in the file, or as somebody mended them.
  add column cells jsonb not null default '[]',
  -- What it made and filled: { made: [{ what, id, version, of }], filled: { id, values } }
  add column undo jsonb,
  add column undone_at timestamptz,
  -- Why it could not be taken back.
  add column kept text;
create index import_rows_key on import_rows (organization_id, import_id, key) where key is not null;

-- What people chose for a file with these headers, for the next one that has them.
create table import_mappings (
  organization_id uuid not null references organizations on delete cascade,
  kind text not null check (kind in ('contacts', 'investors', 'investments')),
  -- The headers, hashed.
  headers text not null,
  fields jsonb not null,
  options jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (organization_id, kind, headers)
);
call protect('import_mappings');
