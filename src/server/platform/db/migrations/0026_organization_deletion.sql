-- When the organization is to be deleted. `-infinity` once that has begun.
alter table organizations add column deletion_due_at timestamptz;
