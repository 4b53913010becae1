-- Why an investor is to be followed up, beside the day.
alter table investors
  add column follow_up_note text not null default '';

drop trigger record_edit on investors;
create trigger record_edit after update of code, name, kind, investor_type_id, email, country, city, website, preferred_currency, ticket_min,
    ticket_max, source, owner_user_id, next_follow_up_on, follow_up_note, do_not_contact, notes, archived_at, deleted_at on investors
  for each row
  when (old.code is distinct from new.code or old.name is distinct from new.name or old.kind is distinct from new.kind
    or old.investor_type_id is distinct from new.investor_type_id or old.email is distinct from new.email
    or old.country is distinct from new.country or old.city is distinct from new.city or old.website is distinct from new.website
    or old.preferred_currency is distinct from new.preferred_currency or old.ticket_min is distinct from new.ticket_min
    or old.ticket_max is distinct from new.ticket_max or old.source is distinct from new.source
    or old.owner_user_id is distinct from new.owner_user_id or old.next_follow_up_on is distinct from new.next_follow_up_on
    or old.follow_up_note is distinct from new.follow_up_note or old.do_not_contact is distinct from new.do_not_contact
    or old.notes is distinct from new.notes or old.archived_at is distinct from new.archived_at
    or old.deleted_at is distinct from new.deleted_at)
  execute function record_edit('investor', 'code', 'name', 'kind', 'investor_type_id', 'email', 'country', 'city', 'website',
    'preferred_currency', 'ticket_min', 'ticket_max', 'source', 'owner_user_id', 'next_follow_up_on', 'follow_up_note', 'do_not_contact',
    'notes', 'archived_at', 'deleted_at');

-- Sums of the records of an import also depend on which of its rows are done: its end invalidates what was cached while it ran.
create trigger record_change after update of status on imports for each statement execute function record_change();
