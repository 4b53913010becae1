-- An email in the morning with what is due, and the last day for which it was written.
alter table users
  add column morning_mail boolean not null default false,
  add column morning_mail_on date;
create index users_morning_mail on users (morning_mail_on) where morning_mail;
