-- Messages that say figures: whose they are, and what language they are written in.

alter table templates add column language text not null default '';
-- The template's when the broadcast started.
alter table broadcasts add column language text not null default '';

-- Whom the audience meant; null: whom the contact speaks for first. Set when the row is made and never changed.
alter table recipients
  add column investor_id uuid,
  add foreign key (organization_id, investor_id) references investors on delete set null (investor_id);
create index recipients_investor on recipients (organization_id, investor_id) where investor_id is not null;
