-- When the password of a sign-in session was last typed: what cannot be undone needs a fresh proof of it.
alter table auth_sessions add column proved_at timestamptz;
