-- What an organization may use, where the operator has set other limits than those of the installation.
alter table organizations
  add column quota_records bigint check (quota_records >= 0),
  add column quota_storage bigint check (quota_storage >= 0),
  add column quota_uploads bigint check (quota_uploads >= 0),
  add column quota_exports bigint check (quota_exports >= 0);

-- Bytes of an import's rows as they were written; none when they have been removed. Imports from before count as nothing.
alter table imports add column bytes bigint not null default 0;
