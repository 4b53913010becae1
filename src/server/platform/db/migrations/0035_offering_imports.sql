-- Imports of offerings.
alter table imports drop constraint imports_kind_check,
  add constraint imports_kind_check check (kind in ('contacts', 'investors', 'investments', 'transactions', 'offerings'));
alter table import_mappings drop constraint import_mappings_kind_check,
  add constraint import_mappings_kind_check check (kind in ('contacts', 'investors', 'investments', 'transactions', 'offerings'));
