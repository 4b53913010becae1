-- Sessions that people add, name and remove. A removed one stays for the broadcasts that went through it.

alter table wa_sessions add column deleted_at timestamptz;
create unique index wa_sessions_name on wa_sessions (organization_id, lower(name)) where deleted_at is null;
