-- Texts from the network are kept up to a bound: strangers write them. The phone has the whole message.
alter table wa_messages add column is_shortened boolean not null default false;
alter table wa_messages no force row level security;
update wa_messages set text = left(text, 4096), is_shortened = true where char_length(text) > 4096;
alter table wa_messages force row level security;
alter table wa_messages add check (char_length(text) <= 4096);

alter table wa_groups no force row level security;
update wa_groups set name = left(name, 200) where char_length(name) > 200;
alter table wa_groups force row level security;

alter table wa_sessions no force row level security;
update wa_sessions set push_name = left(push_name, 200) where char_length(push_name) > 200;
alter table wa_sessions force row level security;
