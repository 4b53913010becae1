-- Since when Kabar has tried to connect the phone; null while it is connected.
alter table wa_sessions add column connecting_since timestamptz;
