-- A time zone is stored only if PostgreSQL knows it: `at time zone` with any other name fails the whole statement.

-- What day it is in a zone; null, and no error, where PostgreSQL does not know the zone.
create function day_in(zone text) returns date language plpgsql stable as $$
begin
  return (now() at time zone zone)::date;
exception when invalid_parameter_value then
  return null;
end $$;

-- Names that browsers and Node.js know, but PostgreSQL does not know or takes for an abbreviation with another meaning (CET without a
-- summer, IST as Israel's). Each becomes the zone whose time Kabar's screens have shown.
create temporary table meant (name text primary key, zone text not null) on commit drop;
insert into meant values
  ('ACT', 'Australia/Darwin'), ('AET', 'Australia/Sydney'), ('AGT', 'America/Argentina/Buenos_Aires'), ('ART', 'Africa/Cairo'),
  ('AST', 'America/Anchorage'), ('BET', 'America/Sao_Paulo'), ('BST', 'Asia/Dhaka'), ('CAT', 'Africa/Maputo'), ('CET', 'Europe/Brussels'),
  ('CNT', 'America/St_Johns'), ('CST', 'America/Chicago'), ('CTT', 'Asia/Shanghai'), ('EAT', 'Africa/Nairobi'), ('ECT', 'Europe/Paris'),
  ('EET', 'Europe/Athens'), ('EST', 'America/Panama'), ('HST', 'Pacific/Honolulu'), ('IET', 'America/Indiana/Indianapolis'),
  ('IST', 'Asia/Kolkata'), ('JST', 'Asia/Tokyo'), ('MET', 'Europe/Brussels'), ('MIT', 'Pacific/Apia'), ('MST', 'America/Phoenix'),
  ('NET', 'Asia/Yerevan'), ('NST', 'Pacific/Auckland'), ('PLT', 'Asia/Karachi'), ('PNT', 'America/Phoenix'), ('PRC', 'Asia/Shanghai'),
  ('PRT', 'America/Puerto_Rico'), ('PST', 'America/Los_Angeles'), ('ROC', 'Asia/Taipei'), ('ROK', 'Asia/Seoul'), ('SST', 'Pacific/Guadalcanal'),
  ('UCT', 'UTC'), ('US/PACIFIC-NEW', 'America/Los_Angeles'), ('VST', 'Asia/Ho_Chi_Minh'), ('WET', 'Europe/Lisbon');

-- Their triggers note what a person changed, in the scope of one organization.
do $$
declare
  relation text;
begin
  foreach relation in array array['organizations', 'users', 'contacts', 'broadcasts'] loop
    execute format('alter table %I no force row level security', relation);
    execute format('alter table %I disable trigger user', relation);
    execute format('update %I r set time_zone = m.zone from meant m where m.name = upper(r.time_zone)', relation);
    execute format('update %I set time_zone = ''UTC'' where time_zone is not null and day_in(time_zone) is null', relation);
    execute format('alter table %I enable trigger user', relation);
    execute format('alter table %I force row level security', relation);
  end loop;
end $$;

create function check_time_zone() returns trigger language plpgsql as $$
begin
  if day_in(new.time_zone) is null then
    raise exception 'PostgreSQL does not know this time zone' using errcode = 'check_violation', constraint = 'time_zone_is_known';
  end if;
  return new;
end $$;
create trigger time_zone_is_known before insert or update of time_zone on organizations
  for each row when (new.time_zone is not null) execute function check_time_zone();
create trigger time_zone_is_known before insert or update of time_zone on users
  for each row when (new.time_zone is not null) execute function check_time_zone();
create trigger time_zone_is_known before insert or update of time_zone on contacts
  for each row when (new.time_zone is not null) execute function check_time_zone();
create trigger time_zone_is_known before insert or update of time_zone on broadcasts
  for each row when (new.time_zone is not null) execute function check_time_zone();
