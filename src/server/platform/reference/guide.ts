// Introduction of the API reference: what applies to all endpoints.
export const guide = `The web app uses only these endpoints. All are below \`/api\` of the same address.

**API tokens.** Send \`Authorization: Bearer kabar_…\` with every request; make the token under *Account*, *API tokens*. It acts as its member, with the
permissions chosen for it. What concerns the account itself, or needs the password, is not for programs: \`not_with_token\`.

**Logging in.** \`POST /api/auth/v1/login\` returns an \`access_token\` (15 minutes) and a \`refresh_token\`. Send \`Authorization: Bearer <access_token>\`
with every request except to public endpoints; after a 401 renew the tokens once with \`POST /api/auth/v1/refresh\`.

**Shapes.** JSON, UTF-8, \`snake_case\`. Times are RFC 3339 in UTC, days \`YYYY-MM-DD\`, ids UUIDs. Money is a decimal string with its currency, never a number.
Unknown keys are rejected, in bodies and in queries.

**Lists** return \`{ "data": [...], "pagination": { "page", "per_page", "total", "total_pages" } }\`. \`page\` starts at 1, \`per_page\` is 20 by default, at most 200;
\`sort\` takes a field, with \`-\` for descending; \`q\` searches, ignoring case and accents; other keys filter.

**Errors** are \`application/problem+json\` (RFC 9457): rely on \`code\`, which never changes; \`detail\` is for users; \`errors\` lists the fields. A 409 \`version_conflict\` contains
the current record in \`current\`. A 429 or 503 has a \`Retry-After\` in seconds. Records of other organizations return 404.

**Messages** in responses, such as why a row was not imported, have a stable \`code\`, the \`params\` of the sentence, and the sentence itself in \`text\`. \`Accept-Language\` (\`en\` or \`id\`)
chooses the language of every text for users.

**Concurrency and retries.** A \`PATCH\` sends the \`version\` that was read. A \`POST\` may have an \`Idempotency-Key\` (1 to 255 characters without spaces): repeated with the same body
it returns the first response with the header \`Idempotency-Replayed: true\` and has no further effect; with another body it returns 409.

**Files** are requested with \`POST /api/v1/downloads\`, which returns a URL that works once, within 60 seconds, without authentication.`
