-- The permission to see amounts. Until now everybody saw them, so roles and API tokens that exist keep it.
alter table roles no force row level security;
update roles set permissions = permissions || '{see_amounts}'::text[];
alter table roles force row level security;
alter table api_tokens no force row level security;
update api_tokens set permissions = permissions || '{see_amounts}'::text[];
alter table api_tokens force row level security;

-- Whether the text of a message was filled in with amounts. Of those that exist nobody knows for sure: a broadcast may have them if
-- its text names investors, investments, offerings or custom fields, a test message and a direct message always.
alter table broadcasts add column shows_amounts boolean not null default false;
alter table broadcasts no force row level security;
update broadcasts set shows_amounts = true where test_of is not null or body ~ 'invest|offering|custom_';
alter table broadcasts force row level security;
alter table wa_answers add column shows_amounts boolean not null default false;
alter table wa_answers no force row level security;
update wa_answers set shows_amounts = true where address is not null;
alter table wa_answers force row level security;

-- Statements. Nothing tells those that exist from other PDFs.
alter table media add column shows_amounts boolean not null default false;
alter table media no force row level security;
update media set shows_amounts = true where type = 'application/pdf';
alter table media force row level security;

-- What the user might see when they asked for the file.
alter table downloads add column sees_amounts boolean not null default false;
