-- What a workbook says of the cells of a row beside their values: merged over rows, or a formula without a stored result.
alter table import_rows add column notes jsonb;
