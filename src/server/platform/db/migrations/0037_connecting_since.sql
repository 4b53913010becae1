-- Since when Kabar has tried to connect; null while connected, and while no worker owns the session.
alter table wa_sessions add column connecting_since timestamptz;
