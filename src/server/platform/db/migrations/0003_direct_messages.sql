-- Direct messages: rows of wa_answers to a contact who may never have written, with a file. `reply_id` is the message that it
-- handles, if there is one; address and driver are then its own. A test message goes to the user's number and has no contact.
alter table wa_answers
  alter column reply_id drop not null,
  add column contact_id uuid,
  add column address text,
  add column address_key text,
  add column driver text,
  add column media_id uuid,
  add column is_test boolean not null default false,
  add constraint wa_answers_organization_id_contact_id_fkey foreign key (organization_id, contact_id)
    references contacts (organization_id, id) on delete set null (contact_id),
  add constraint wa_answers_media foreign key (organization_id, media_id) references media (organization_id, id),
  add constraint wa_answers_address_check check ((address is null) = (address_key is null) and (address is null) = (driver is null)),
  add constraint wa_answers_recipient_check check (reply_id is not null or address is not null);

create index wa_answers_contact on wa_answers (organization_id, contact_id, created_at) where contact_id is not null;
create index wa_answers_media on wa_answers (organization_id, media_id) where media_id is not null;
