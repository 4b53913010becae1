-- Rows of one file that may be the same investment or payment are a question that a person answers.

alter table import_rows
  -- `equal`: like another row in every respect; `similar`: the same amount, but a day, a stage or the like differs.
  add column question text check (question in ('equal', 'similar')),
  -- The answer given for this row alone.
  add column same text check (same in ('create', 'one')),
  -- The transaction that the row made or was matched with: no other row of the file is matched with it.
  add column transaction_id uuid;
create index import_rows_about on import_rows (organization_id, import_id, record_id) where record_id is not null;
