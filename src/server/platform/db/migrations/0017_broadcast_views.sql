-- Saved views of the list of broadcasts.
alter table views drop constraint views_list_check,
  add constraint views_list_check check (list in ('investors', 'investments', 'contacts', 'broadcasts'));
alter table view_defaults drop constraint view_defaults_list_check,
  add constraint view_defaults_list_check check (list in ('investors', 'investments', 'contacts', 'broadcasts'));
