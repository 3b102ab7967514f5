-- The database of urlsift index. doc/database.md explains how to query it. The schema is stable: a later version may add tables,
-- columns and views, and removes none.
--
-- In names, header fields and texts of links, control characters, characters that hide or reorder others, and bytes that are not UTF-8
-- are written as \xNN. A backslash before what would read as such an escape is \x5C. So every text is kept exactly, and two files have
-- two names. In URLs these characters are percent-encoded.
--
-- A time is text in UTC, such as 1995-03-01T12:00:00Z. Offsets count bytes from 0, lines and columns from 1, as in --json.
-- SQLite 3.34 or later opens the database: nothing here may need a later version.

-- "urls" in ASCII identifies a database of urlsift; the other number is the version of its schema.
PRAGMA application_id = 1970433139;
PRAGMA user_version = 2;

-- Files that were read, one row each. An archive is one source; its members appear in documents. Standard input and pipes have no mtime
-- and no fingerprint.
--
-- States: "reading" (the run was stopped), "read", "trouble" (read, but part of it is damaged), "failed" (the disk failed, or the file
-- changed at the same time; the next run reads it again).
CREATE TABLE sources (
    id          INTEGER PRIMARY KEY,
    path        TEXT    NOT NULL UNIQUE, -- the absolute path, or the path relative to --root, with "/"; standard input is "-" or --label
    size        INTEGER NOT NULL, -- bytes, when it was read
    mtime       TEXT    NOT NULL, -- the time of the last change
    fingerprint TEXT    NOT NULL, -- the CRC-32C of all bytes up to "read", in hexadecimal
    state       TEXT    NOT NULL CHECK (state IN ('reading', 'read', 'trouble', 'failed')), -- see above
    trouble     TEXT,             -- a description of the damage
    format      TEXT,             -- the detected format: plain text, mbox, ...
    read        INTEGER NOT NULL, -- the number of bytes in the database
    messages    INTEGER NOT NULL, -- the number of messages in these bytes
    lines       INTEGER NOT NULL, -- the number of line breaks in them
    run         INTEGER REFERENCES runs (id), -- the last run that read it
    sha256      TEXT              -- the SHA-256 in hexadecimal, if a run with --manifest has read the file since its last change; else NULL
);

-- Messages and other texts with occurrences or rejected candidates.
CREATE TABLE documents (
    id             INTEGER PRIMARY KEY,
    source         INTEGER NOT NULL REFERENCES sources (id),
    member         TEXT,    -- the member of an archive
    number         INTEGER, -- the number of the message in the source or its member, from 1
    message_offset INTEGER, -- the offset of the message in the source or its member
    message_id     TEXT,
    date           TEXT,
    subject        TEXT,
    sender         TEXT,    -- the From field
    sender_address TEXT,    -- the address in it, with its domain in lower case
    sender_name    TEXT,    -- the name in it
    newsgroups     TEXT,    -- as the message lists them
    identity       INTEGER NOT NULL, -- equal for copies of a message: the first 63 bits of a SHA-256, greater than 0; -id for other texts
    date_field     TEXT     -- the field with the date, unless it is Date
);

-- The newsgroups of documents, a row for each pair.
CREATE TABLE newsgroups (
    document  INTEGER NOT NULL REFERENCES documents (id),
    newsgroup TEXT    NOT NULL,
    PRIMARY KEY (document, newsgroup)
) WITHOUT ROWID;

-- The number of messages of each source and month, including messages without URLs.
CREATE TABLE message_counts (
    source   INTEGER NOT NULL REFERENCES sources (id),
    month    TEXT    NOT NULL, -- such as 1995-03; empty for messages without a date
    messages INTEGER NOT NULL,
    PRIMARY KEY (source, month)
) WITHOUT ROWID;

-- Distinct URLs, without line breaks.
CREATE TABLE urls (
    id       INTEGER PRIMARY KEY,
    url      TEXT    NOT NULL, -- unique, by the index urls_url
    scheme   TEXT    NOT NULL, -- in lower case
    host     TEXT,             -- the host that a browser asks for: in lower case and ASCII, unescaped, without a final dot, an IP
                               -- address in its usual form; for mailto the host of the address
    domain   TEXT,             -- the registrable domain of the host, by the Public Suffix List
    port     TEXT,
    path     TEXT,
    fragment TEXT,
    strict   INTEGER NOT NULL, -- whether RFC 1738 allows the URL
    parts    TEXT    NOT NULL, -- a JSON object, as in --json
    canonical     TEXT,        -- the canonical form (see doc/database.md); NULL if it equals the URL
    original      TEXT,        -- the original of a rewritten link
    original_host TEXT         -- the host of the original
);

-- Places of URLs.
CREATE TABLE occurrences (
    id         INTEGER PRIMARY KEY,
    document   INTEGER NOT NULL REFERENCES documents (id),
    url        INTEGER NOT NULL REFERENCES urls (id),
    kind       TEXT    NOT NULL, -- wrapped, angle, prefixed, quoted, bare, attribute
    start      INTEGER NOT NULL,
    stop       INTEGER NOT NULL, -- the offset after the last byte
    line       INTEGER,
    col        INTEGER,
    part       TEXT,             -- the MIME part, such as 1.2
    header     TEXT,             -- the header field
    broken     INTEGER NOT NULL, -- whether the URL is broken over lines
    deviations TEXT,             -- a JSON array, as in --json; NULL for a strict URL
    readings   TEXT,             -- a JSON array, as in --json, with "attested": true for URLs found unbroken elsewhere
    attested   INTEGER,          -- whether the URL itself is found unbroken elsewhere, if it is broken or has readings
    best       INTEGER REFERENCES urls (id), -- the first attested reading, if the URL itself is not attested; else NULL
    attachment TEXT,             -- the attachment, and the path inside it
    element    TEXT,             -- the HTML element of an attribute
    attribute  TEXT,             -- the HTML attribute
    text       TEXT,             -- the visible text of a link
    mismatch   INTEGER,          -- whether that text names another site
    line_before TEXT,            -- the text before the URL on its line: decoded, at most 100 bytes, without control characters
    line_after  TEXT,            -- the text after the URL on the line where it ends, likewise
    escaped     INTEGER,         -- 1 if the text has escapes in the URL, as in --json; else NULL
    obfuscated  INTEGER,         -- 1 if the URL was defanged; else NULL
    guessed     TEXT,            -- the kind of guess for a URL without a scheme, such as www; else NULL
    written     TEXT             -- the text of that URL as written
);

-- Rejected candidates: text that looks like a URL and is invalid.
CREATE TABLE rejected (
    id       INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES documents (id),
    text     TEXT    NOT NULL,
    kind     TEXT    NOT NULL,
    start    INTEGER NOT NULL,
    stop     INTEGER NOT NULL,
    line     INTEGER,
    col      INTEGER,
    part     TEXT,
    header   TEXT,
    error_offset INTEGER NOT NULL, -- the offset in text of the first byte that no URL can have there
    rule     TEXT    NOT NULL,
    section  TEXT    NOT NULL,
    message  TEXT    NOT NULL,
    attachment TEXT,
    element    TEXT,
    attribute  TEXT
);

-- Sources, members and parts that were skipped, because they have no readable text.
CREATE TABLE skipped (
    id         INTEGER PRIMARY KEY,
    source     INTEGER NOT NULL REFERENCES sources (id),
    member     TEXT,             -- the member of an archive
    number     INTEGER,          -- the number of the message in the source or its member, from 1
    part       TEXT,             -- the MIME part, such as 1.2
    attachment TEXT,             -- the attachment, and the path inside it
    start      INTEGER NOT NULL, -- the offset of its first byte
    type       TEXT,             -- the media type
    why        TEXT    NOT NULL  -- the reason, such as unknown type
);

-- Runs of urlsift index.
CREATE TABLE runs (
    id              INTEGER PRIMARY KEY,
    version         TEXT NOT NULL, -- the version of urlsift
    flags           TEXT NOT NULL, -- the options that all runs on the database must have
    started         TEXT NOT NULL,
    ended           TEXT,          -- NULL while it runs, and if it was stopped
    -- Until it has ended, the rest is 0:
    sources_read    INTEGER NOT NULL,
    sources_skipped INTEGER NOT NULL, -- sources that had not changed since an earlier run
    sources_failed  INTEGER NOT NULL, -- sources that were not read to their ends
    bytes           INTEGER NOT NULL, -- unpacked bytes
    messages        INTEGER NOT NULL,
    documents       INTEGER NOT NULL,
    occurrences     INTEGER NOT NULL,
    rejected        INTEGER NOT NULL,
    new_urls        INTEGER NOT NULL
);

-- Hosts that are down, from the list of index --hosts-down.
CREATE TABLE hosts_down (
    host    TEXT PRIMARY KEY, -- the host, as in urls
    checked TEXT,             -- the date in the list
    status  TEXT              -- the status in the list
) WITHOUT ROWID;

-- Tables whose names begin with "_" are internal.
--
-- The URL and the readings of each occurrence that is broken or has readings.
CREATE TABLE _claims (
    url        TEXT    NOT NULL,
    occurrence INTEGER NOT NULL,
    PRIMARY KEY (url, occurrence)
) WITHOUT ROWID;

-- URLs that have lost an occurrence since the last complete run.
CREATE TABLE _loose (
    url INTEGER PRIMARY KEY
);

-- One row: the options of all runs, and the last occurrence for which evidence has been weighed.
CREATE TABLE _settings (
    flags   TEXT    NOT NULL,
    weighed INTEGER NOT NULL
);

-- Only the database of a share, made by index --shard, has a table _shares (run, share): the share that each run has read, as JSON.

-- Full text: ... WHERE urls_fts MATCH 'gopher minnesota'. Their rowids are the ids of urls and documents. Datasette finds them by
-- content="...", written so.
CREATE VIRTUAL TABLE urls_fts USING fts5 (url, content="urls", content_rowid="id", columnsize=0);
CREATE VIRTUAL TABLE documents_fts USING fts5 (subject, content="documents", content_rowid="id", columnsize=0);

-- Occurrences, with everything known about them. best is the URL that the evidence supports.
CREATE VIEW found AS
SELECT u.url, u.scheme, u.host, u.port, u.path, u.fragment, u.strict, u.parts, o.kind, o.broken, s.path AS file,
       CASE WHEN o.attachment IS NULL THEN d.member ELSE coalesce(d.member || '!', '') || o.attachment END AS member,
       d.number AS message, d.message_offset, d.date, d.subject, d.sender, d.newsgroups, d.message_id, o.line, o.col,
       o.start, o.stop, o.part, o.header, o.deviations, o.readings, o.attested, o.id AS occurrence, o.document,
       o.attachment, o.element, o.attribute, o.text, o.mismatch, u.original, u.original_host,
       coalesce(b.url, u.url) AS best, coalesce(u.canonical, u.url) AS canonical, u.domain, d.sender_address, d.sender_name,
       d.identity, o.line_before, o.line_after, o.escaped, o.obfuscated, o.guessed, o.written, d.date_field,
       coalesce(o.line_before, '') || CASE WHEN o.attribute IS NULL THEN u.url ELSE coalesce(o.text, u.url) END || coalesce(o.line_after, '') AS context
FROM occurrences o
JOIN urls u ON u.id = o.url
JOIN documents d ON d.id = o.document
JOIN sources s ON s.id = d.source
LEFT JOIN urls b ON b.id = o.best;

-- Hosts in each year. In all views that count, a broken URL counts as its best reading, "documents" counts places, and "messages" counts
-- copies of a message once.
CREATE VIEW hosts_by_year AS
SELECT substr(d.date, 1, 4) AS year, u.host, count(*) AS occurrences, count(DISTINCT u.id) AS urls, count(DISTINCT d.identity) AS messages
FROM occurrences o
JOIN urls u ON (o.url = u.id AND o.best IS NULL) OR o.best = u.id
JOIN documents d ON d.id = o.document
WHERE d.date IS NOT NULL AND u.host IS NOT NULL
GROUP BY 1, 2;

-- Schemes in each month.
CREATE VIEW schemes_by_month AS
SELECT substr(d.date, 1, 7) AS month, u.scheme, count(*) AS occurrences, count(DISTINCT u.id) AS urls, count(DISTINCT d.identity) AS messages
FROM occurrences o
JOIN urls u ON (o.url = u.id AND o.best IS NULL) OR o.best = u.id
JOIN documents d ON d.id = o.document
WHERE d.date IS NOT NULL
GROUP BY 1, 2;

-- URLs, with counts and dates. A rewritten link counts twice: as found, and for its original, as one of "rewritten". Conditions on url,
-- scheme, host and domain use indexes.
CREATE VIEW seen AS
SELECT u.url, count(*) AS occurrences, count(DISTINCT o.document) AS documents, min(d.date) AS first, max(d.date) AS last,
       sum(coalesce(o.best, o.url) <> u.id) AS rewritten, count(DISTINCT d.identity) AS messages, coalesce(u.canonical, u.url) AS canonical,
       u.scheme, u.host, u.domain
FROM urls u
CROSS JOIN occurrences o ON (o.url = u.id AND o.best IS NULL) OR o.best = u.id OR o.url IN (SELECT w.id FROM urls w WHERE w.original = u.url)
CROSS JOIN documents d ON d.id = o.document
GROUP BY u.url, u.scheme, u.host, u.domain
UNION ALL
SELECT w.original, count(*), count(DISTINCT o.document), min(d.date), max(d.date), count(*), count(DISTINCT d.identity), w.original,
       lower(substr(w.original, 1, instr(w.original, ':') - 1)), w.original_host, NULL
FROM urls w
CROSS JOIN occurrences o ON o.url = w.id
CROSS JOIN documents d ON d.id = o.document
WHERE w.original IS NOT NULL AND NOT EXISTS (SELECT 1 FROM urls t WHERE t.url = w.original)
GROUP BY w.original;

-- Readings of occurrences that are broken over lines or have readings.
CREATE VIEW broken AS
SELECT u.url, o.kind, json_extract(r.value, '$.why') AS why, json_extract(r.value, '$.url') AS reading,
       coalesce(json_extract(r.value, '$.attested'), 0) AS attested,
       s.path AS file, d.member, d.number AS message, o.line, o.id AS occurrence, o.attested AS url_attested, coalesce(b.url, u.url) AS best
FROM occurrences o
JOIN urls u ON u.id = o.url
JOIN documents d ON d.id = o.document
JOIN sources s ON s.id = d.source
LEFT JOIN urls b ON b.id = o.best
LEFT JOIN json_each(o.readings) r
WHERE o.broken OR o.readings IS NOT NULL;

-- Messages of each month, with and without URLs. Copies count each time in "messages".
CREATE VIEW by_month AS
SELECT nullif(month, '') AS month, sum(messages) AS messages, sum(documents) AS documents, sum(occurrences) AS occurrences, sum(urls) AS urls,
       CASE WHEN sum(messages) > 0 THEN round(1.0 * sum(occurrences) / sum(messages), 4) END AS occurrences_per_message
FROM (
    SELECT month, messages, 0 AS documents, 0 AS occurrences, 0 AS urls FROM message_counts
    UNION ALL
    SELECT coalesce(substr(d.date, 1, 7), ''), 0, count(DISTINCT d.id), count(*), count(DISTINCT coalesce(o.best, o.url))
    FROM occurrences o JOIN documents d ON d.id = o.document WHERE d.number IS NOT NULL GROUP BY 1
)
GROUP BY 1;

-- Messages of each year. Copies count each time in "messages".
CREATE VIEW by_year AS
SELECT nullif(year, '') AS year, sum(messages) AS messages, sum(documents) AS documents, sum(occurrences) AS occurrences, sum(urls) AS urls,
       CASE WHEN sum(messages) > 0 THEN round(1.0 * sum(occurrences) / sum(messages), 4) END AS occurrences_per_message
FROM (
    SELECT substr(month, 1, 4) AS year, messages, 0 AS documents, 0 AS occurrences, 0 AS urls FROM message_counts
    UNION ALL
    SELECT coalesce(substr(d.date, 1, 4), ''), 0, count(DISTINCT d.id), count(*), count(DISTINCT coalesce(o.best, o.url))
    FROM occurrences o JOIN documents d ON d.id = o.document WHERE d.number IS NOT NULL GROUP BY 1
)
GROUP BY 1;

-- Newsgroups.
CREATE VIEW by_newsgroup AS
SELECT n.newsgroup, count(*) AS occurrences, count(DISTINCT coalesce(o.best, o.url)) AS urls, count(DISTINCT d.identity) AS messages,
       min(d.date) AS first, max(d.date) AS last
FROM newsgroups n
JOIN documents d ON d.id = n.document
JOIN occurrences o ON o.document = n.document
GROUP BY 1;

-- Addresses of senders.
CREATE VIEW by_sender AS
SELECT d.sender_address, max(d.sender_name) AS sender_name, count(*) AS occurrences, count(DISTINCT coalesce(o.best, o.url)) AS urls,
       count(DISTINCT d.identity) AS messages, min(d.date) AS first, max(d.date) AS last
FROM documents d
JOIN occurrences o ON o.document = d.id
WHERE d.sender_address IS NOT NULL
GROUP BY 1;

-- Registrable domains.
CREATE VIEW by_domain AS
SELECT u.domain, count(DISTINCT u.host) AS hosts, count(DISTINCT u.id) AS urls, count(*) AS occurrences, count(DISTINCT d.identity) AS messages,
       min(d.date) AS first, max(d.date) AS last
FROM occurrences o
JOIN urls u ON (o.url = u.id AND o.best IS NULL) OR o.best = u.id
JOIN documents d ON d.id = o.document
WHERE u.domain IS NOT NULL
GROUP BY 1;

-- Canonical forms.
CREATE VIEW by_canonical AS
SELECT coalesce(u.canonical, u.url) AS canonical, count(DISTINCT u.id) AS urls, count(*) AS occurrences, count(DISTINCT d.identity) AS messages,
       min(d.date) AS first, max(d.date) AS last
FROM occurrences o
JOIN urls u ON (o.url = u.id AND o.best IS NULL) OR o.best = u.id
JOIN documents d ON d.id = o.document
GROUP BY 1;

-- Places of messages that have several copies.
CREATE VIEW copies AS
SELECT d.identity, d.message_id, d.date, d.subject, s.path AS file, d.member, d.number AS message, d.message_offset, d.id AS document
FROM documents d
JOIN sources s ON s.id = d.source
WHERE d.identity IN (SELECT identity FROM documents GROUP BY 1 HAVING count(*) > 1);

-- Links to the Wayback Machine for URLs of http, https and ftp: to the copy near the first date, or to all copies.
CREATE VIEW wayback AS
SELECT s.url, s.first, 'https://web.archive.org/web/' || coalesce(replace(substr(s.first, 1, 10), '-', ''), '*') || '/' || s.url AS link,
       s.occurrences, s.messages, s.host, h.host IS NOT NULL AS down
FROM seen s
LEFT JOIN hosts_down h ON h.host = s.host
WHERE s.scheme IN ('http', 'https', 'ftp');

-- URLs on hosts that are down. The originals of rewritten links are not among them.
CREATE VIEW dead AS
SELECT u.url, u.host, h.checked, h.status, count(*) AS occurrences, count(DISTINCT d.identity) AS messages, min(d.date) AS first, max(d.date) AS last,
       'https://web.archive.org/web/' || coalesce(replace(substr(min(d.date), 1, 10), '-', ''), '*') || '/' || u.url AS link
FROM hosts_down h
CROSS JOIN urls u ON u.host = h.host
CROSS JOIN occurrences o ON (o.url = u.id AND o.best IS NULL) OR o.best = u.id
CROSS JOIN documents d ON d.id = o.document
GROUP BY u.id;

-- Everything that was not read: skipped parts, and sources with errors.
CREATE VIEW unread AS
SELECT s.path AS file, k.member, k.number AS message, k.part, k.attachment, k.start, k.type, k.why
FROM skipped k
JOIN sources s ON s.id = k.source
UNION ALL
SELECT path, NULL, NULL, NULL, NULL, NULL, format, coalesce(trouble, state)
FROM sources
WHERE state IN ('trouble', 'failed', 'reading');

-- Media types of skipped parts.
CREATE VIEW skipped_by_type AS
SELECT type, why, count(*) AS parts, count(DISTINCT source) AS sources
FROM skipped
GROUP BY 1, 2;

-- Indexes
--
-- They are built at the end of the first run, which is faster. Those with WHERE have few rows and are built at its beginning.
CREATE UNIQUE INDEX urls_url ON urls (url);
CREATE INDEX documents_source ON documents (source);
CREATE INDEX documents_date ON documents (date);
CREATE INDEX documents_message_id ON documents (message_id);
CREATE INDEX documents_identity ON documents (identity);
CREATE INDEX documents_sender_address ON documents (sender_address);
CREATE INDEX newsgroups_newsgroup ON newsgroups (newsgroup);
CREATE INDEX urls_host ON urls (host);
CREATE INDEX urls_domain ON urls (domain);
CREATE INDEX urls_scheme ON urls (scheme);
CREATE INDEX urls_original ON urls (original) WHERE original IS NOT NULL;
CREATE INDEX urls_original_host ON urls (original_host) WHERE original_host IS NOT NULL;
CREATE INDEX occurrences_url ON occurrences (url, document);
CREATE INDEX occurrences_document ON occurrences (document);
CREATE INDEX occurrences_best ON occurrences (best) WHERE best IS NOT NULL;
CREATE INDEX occurrences_open ON occurrences (id) WHERE broken OR readings IS NOT NULL;
CREATE INDEX claims_occurrence ON _claims (occurrence);
CREATE INDEX rejected_document ON rejected (document);
CREATE INDEX skipped_source ON skipped (source);
