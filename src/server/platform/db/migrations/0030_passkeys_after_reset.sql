-- Set by a password reset. Whoever had the account before may have added the passkey, so it logs in only after the new
-- password, until it has done so once.
alter table user_passkeys add column needs_password boolean not null default false;
