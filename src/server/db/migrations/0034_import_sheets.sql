-- Which sheet of a workbook an import has read, and which others there were.
alter table imports
  add column sheets text[] not null default '{}',
  add column sheet text;
