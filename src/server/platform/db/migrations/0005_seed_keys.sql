-- Which of Kabar's own rows a row of master data is. Its name is then in the language of each reader; editing the name clears it.
alter table investor_types add column seed_key text;
alter table investment_statuses add column seed_key text;
alter table investment_stages add column seed_key text;

-- Rows that still have the name they were created with, in either language, unless another row has the other one.
alter table investor_types no force row level security;
alter table investment_statuses no force row level security;
alter table investment_stages no force row level security;

with seeds (seed_key, english, indonesian) as (values
  ('individual', 'Individual', 'Perorangan'),
  ('high_net_worth_individual', 'High-net-worth individual', 'Perorangan beraset besar'),
  ('angel', 'Angel', 'Angel investor'),
  ('friends_and_family', 'Friends & family', 'Teman & keluarga'),
  ('family_office', 'Family office', 'Family office'),
  ('venture_capital_fund', 'Venture capital fund', 'Modal ventura'),
  ('private_equity_fund', 'Private equity fund', 'Private equity'),
  ('fund_of_funds', 'Fund of funds', 'Fund of funds'),
  ('corporate', 'Corporate / CVC', 'Perusahaan / CVC'),
  ('syndicate', 'Syndicate / SPV', 'Sindikasi / SPV'),
  ('accelerator', 'Accelerator', 'Akselerator'),
  ('lender', 'Bank / lender', 'Bank / pemberi pinjaman'),
  ('endowment', 'Pension / insurance / endowment', 'Dana pensiun / asuransi / dana abadi'),
  ('sovereign', 'Sovereign / development finance', 'Sovereign wealth fund / lembaga pembiayaan pembangunan'),
  ('foundation', 'Trust / foundation', 'Trust / yayasan'),
  ('other', 'Other', 'Lainnya'))
update investor_types r set seed_key = s.seed_key from seeds s
where r.name in (s.english, s.indonesian) and not exists (
  select from investor_types o where o.organization_id = r.organization_id and o.id <> r.id and o.deleted_at is null
    and lower(o.name) in (lower(s.english), lower(s.indonesian)));

with seeds (seed_key, english, indonesian) as (values
  ('prospect', 'Prospect', 'Prospek'),
  ('contacted', 'Contacted', 'Sudah dihubungi'),
  ('in_discussion', 'In discussion', 'Dalam pembicaraan'),
  ('due_diligence', 'Due diligence', 'Uji tuntas'),
  ('on_hold', 'On hold', 'Ditunda'),
  ('soft_commitment', 'Soft commitment', 'Komitmen awal'),
  ('committed', 'Committed', 'Komitmen'),
  ('partially_funded', 'Partially funded', 'Disetor sebagian'),
  ('funded', 'Funded', 'Disetor'),
  ('exited', 'Exited', 'Divestasi'),
  ('written_off', 'Written off', 'Dihapusbukukan'),
  ('declined', 'Declined', 'Menolak'),
  ('no_response', 'No response', 'Tidak ada tanggapan'))
update investment_statuses r set seed_key = s.seed_key from seeds s
where r.name in (s.english, s.indonesian) and not exists (
  select from investment_statuses o where o.organization_id = r.organization_id and o.id <> r.id and o.deleted_at is null
    and lower(o.name) in (lower(s.english), lower(s.indonesian)));

with seeds (seed_key, english, indonesian) as (values
  ('pre_seed', 'Pre-seed', 'Pre-seed'),
  ('seed', 'Seed', 'Seed'),
  ('series_a', 'Series A', 'Seri A'),
  ('series_b', 'Series B', 'Seri B'),
  ('series_c', 'Series C and later', 'Seri C dan seterusnya'),
  ('bridge', 'Bridge', 'Bridge'),
  ('growth', 'Growth', 'Pertumbuhan'),
  ('pre_ipo', 'Pre-IPO', 'Pra-IPO'),
  ('pre_construction', 'Pre-construction', 'Prakonstruksi'),
  ('construction', 'Construction', 'Konstruksi'),
  ('stabilised', 'Stabilised', 'Beroperasi stabil'))
update investment_stages r set seed_key = s.seed_key from seeds s
where r.name in (s.english, s.indonesian) and not exists (
  select from investment_stages o where o.organization_id = r.organization_id and o.id <> r.id and o.deleted_at is null
    and lower(o.name) in (lower(s.english), lower(s.indonesian)));

alter table investor_types force row level security;
alter table investment_statuses force row level security;
alter table investment_stages force row level security;
