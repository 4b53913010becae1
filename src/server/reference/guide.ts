// Introduction of the API reference: what applies to all endpoints.
export const guide = `Everything the web app does, it does through these calls. All are below \`/api\` of the same address.

**Signing in.** \`POST /api/auth/v1/login\` answers an \`access_token\` (15 minutes) and a \`refresh_token\`. Send \`Authorization: Bearer <access_token>\`
with every call that is not marked as open; after a 401 get new tokens once from \`POST /api/auth/v1/refresh\`.

**Shapes.** JSON, UTF-8, \`snake_case\`. Times are RFC 3339 in UTC, days \`YYYY-MM-DD\`, ids UUIDs. Money is a decimal text beside its currency, never a number.
Unknown keys are refused, in bodies and in queries.

**Lists** answer \`{ "data": [...], "pagination": { "page", "per_page", "total", "total_pages" } }\`. \`page\` begins with 1, \`per_page\` is 20 unless given, at most 200;
\`sort\` takes a field, with \`-\` for descending; \`q\` searches without case and accents; other keys filter.

**Errors** are \`application/problem+json\` (RFC 9457): read \`code\`, which never changes; \`detail\` is for people; \`errors\` names the fields. A 409 \`version_conflict\` brings the
record as it is now in \`current\`. A 429 or 503 says in \`Retry-After\` how many seconds to wait. A record of another organization does not exist: 404.

**Doing it once.** A \`PATCH\` sends the \`version\` it has read. A \`POST\` may carry an \`Idempotency-Key\` of its own (1 to 255 characters without spaces): sent again with the same body
it gives the first answer, with the header \`Idempotency-Replayed: true\`, and does nothing again; with another body it is a 409.

**Files** are asked for with \`POST /api/v1/downloads\`, which answers an address that is good once, for 60 seconds, without a header.`
