-- What else there is to know of a row's cells, whatever becomes of it: `reason` says why that became of it, and is written anew when it is applied.
alter table import_rows add column remark text;
