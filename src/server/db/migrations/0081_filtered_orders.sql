-- The indexes of lists' orders hold what lists are filtered by most: a page of a filtered list, also a late one, is then
-- read from the order's index alone. Investors had none by code.

drop index contacts_name, contacts_company, contacts_email, contacts_phone, contacts_created, contacts_updated;
create index contacts_name on contacts (organization_id, name collate "und-x-icu", id)
  include (consent, phone_key) where deleted_at is null;
create index contacts_company on contacts (organization_id, company collate "und-x-icu", id)
  include (consent, phone_key) where deleted_at is null;
create index contacts_email on contacts (organization_id, email_key, id)
  include (consent, phone_key) where deleted_at is null;
create index contacts_phone on contacts (organization_id, phone, id)
  include (consent, phone_key) where deleted_at is null;
create index contacts_created on contacts (organization_id, created_at, id)
  include (consent, phone_key) where deleted_at is null;
create index contacts_updated on contacts (organization_id, updated_at, id)
  include (consent, phone_key) where deleted_at is null;

drop index investors_name, investors_follow_up, investors_created, investors_updated;
create index investors_name on investors (organization_id, name collate "und-x-icu", id)
  include (investor_type_id, kind, country, archived_at) where deleted_at is null;
create index investors_code_order on investors (organization_id, code collate "und-x-icu", id)
  include (investor_type_id, kind, country, archived_at) where deleted_at is null;
create index investors_follow_up on investors (organization_id, next_follow_up_on, id)
  include (investor_type_id, kind, country, archived_at) where deleted_at is null;
create index investors_created on investors (organization_id, created_at, id)
  include (investor_type_id, kind, country, archived_at) where deleted_at is null;
create index investors_updated on investors (organization_id, updated_at, id)
  include (investor_type_id, kind, country, archived_at) where deleted_at is null;

drop index investments_title, investments_reference_order, investments_expected, investments_committed, investments_funded, investments_due, investments_close, investments_created, investments_updated;
create index investments_title on investments (organization_id, title collate "und-x-icu", id)
  include (status_id, currency) where deleted_at is null;
create index investments_reference_order on investments (organization_id, reference collate "und-x-icu", id)
  include (status_id, currency) where deleted_at is null;
create index investments_expected on investments (organization_id, currency, expected_amount, id)
  include (status_id) where deleted_at is null;
create index investments_committed on investments (organization_id, currency, committed_amount, id)
  include (status_id) where deleted_at is null;
create index investments_funded on investments (organization_id, currency, funded, id)
  include (status_id) where deleted_at is null;
create index investments_due on investments (organization_id, next_due_on, id)
  include (status_id, currency) where deleted_at is null;
create index investments_close on investments (organization_id, expected_close_on, id)
  include (status_id, currency) where deleted_at is null;
create index investments_created on investments (organization_id, created_at, id)
  include (status_id, currency) where deleted_at is null;
create index investments_updated on investments (organization_id, updated_at, id)
  include (status_id, currency) where deleted_at is null;

-- Who has a tag, from the index alone.
drop index contact_tags_tag, investor_tags_tag, investment_tags_tag;
create index contact_tags_tag on contact_tags (organization_id, tag_id, contact_id);
create index investor_tags_tag on investor_tags (organization_id, tag_id, investor_id);
create index investment_tags_tag on investment_tags (organization_id, tag_id, investment_id);
