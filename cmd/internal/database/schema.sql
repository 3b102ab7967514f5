-- The database of urlsift index. README.md explains how to query it. This page is kept stable: a later version may add tables,
-- columns and views, and removes none.
--
-- Names, header fields and the texts of links have no control characters, and none that hide or reorder others: these and what is not
-- UTF-8 are written as \xNN, and so is a backslash before what would read as such an escape (\x5C). So a text is kept exactly, and two
-- files have two names. In URLs they are percent-encoded.
--
-- A time is text in UTC, such as 1995-03-01T12:00:00Z. Offsets count bytes from 0, lines and columns from 1, as in --json.
-- SQLite 3.34 or later can open it: nothing here may need a later one.

-- What tells a database of urlsift from others, "urls" in ASCII, and the version of its schema.
PRAGMA application_id = 1970433139;
PRAGMA user_version = 2;

-- What was read: a file, by its absolute path, or the one below --root, with "/". Archives are one source; what they hold is told
-- by the member of its documents. Standard input is called "-", or as --name says, and like a pipe has no time and no fingerprint.
--
-- The fingerprint is the CRC-32C of every byte up to "read", in hexadecimal. It tells a file that was only touched, and one
-- that only grew, from one that was changed, and is asked only where size or time differ. Of all bytes it is taken, since a
-- letter that was changed in the middle is seen by nothing less; it costs a small part of what finding the URLs does.
--
-- The state "reading" is that of a source that was not read to its end. "trouble" was, but part of it is damaged. "failed" could
-- not be read as the disk has it, for an error of the disk or a change at the same time: the next run reads it again.
CREATE TABLE sources (
    id          INTEGER PRIMARY KEY,
    path        TEXT    NOT NULL UNIQUE,
    size        INTEGER NOT NULL, -- in bytes, as it was when it was read
    mtime       TEXT    NOT NULL, -- when it was changed last
    fingerprint TEXT    NOT NULL, -- of its bytes up to "read"
    state       TEXT    NOT NULL CHECK (state IN ('reading', 'read', 'trouble', 'failed')), -- see above
    trouble     TEXT,             -- what could not be read of it
    format      TEXT,             -- what it was taken for: plain text, mbox, ...
    read        INTEGER NOT NULL, -- how many bytes of it are in the database
    messages    INTEGER NOT NULL, -- how many messages these have
    lines       INTEGER NOT NULL, -- how many line feeds
    run         INTEGER REFERENCES runs (id), -- the run that read it last
    sha256      TEXT              -- of all of its bytes, in hexadecimal, if a run with --manifest has read it since it changed last; else NULL
);

-- A message in which something was found, or a text that is no message.
--
-- The identity is the same for copies of one message, in one archive or in several: those with the same Message-ID and the same
-- URLs in their bodies, in the same order. Without a Message-ID the date, the sender's address and the subject stand for it, if
-- there are all three. It is greater than 0, and the first 63 bits of a SHA-256. Anything else has the identity -id. So
-- count(*) counts places, and count(DISTINCT identity) counts messages.
CREATE TABLE documents (
    id             INTEGER PRIMARY KEY,
    source         INTEGER NOT NULL REFERENCES sources (id),
    member         TEXT,    -- where in an archive it is
    number         INTEGER, -- of the message in the source, from 1
    message_offset INTEGER, -- of the message in the source
    message_id     TEXT,
    date           TEXT,
    subject        TEXT,
    sender         TEXT,    -- the From field
    sender_address TEXT,    -- the address in it, with its domain in lower case
    sender_name    TEXT,    -- the name in it
    newsgroups     TEXT,    -- as the message lists them
    identity       INTEGER NOT NULL, -- see above
    date_field     TEXT     -- the field that the date is from, unless that is Date
);

-- The newsgroups of each document, a row each.
CREATE TABLE newsgroups (
    document  INTEGER NOT NULL REFERENCES documents (id),
    newsgroup TEXT    NOT NULL,
    PRIMARY KEY (document, newsgroup)
) WITHOUT ROWID;

-- How many messages each source has of each month, whether or not something was found in them. The month is empty for messages
-- without a date.
CREATE TABLE message_counts (
    source   INTEGER NOT NULL REFERENCES sources (id),
    month    TEXT    NOT NULL, -- such as 1995-03, or ''
    messages INTEGER NOT NULL,
    PRIMARY KEY (source, month)
) WITHOUT ROWID;

-- Each URL once, as it reads without line breaks.
--
-- The canonical form is one to group by. It has the scheme and the host in lower case, the host in ASCII and without the dot of
-- the root, no empty port, no default port, no zeros before a port, no fragment, "/" for the empty path of http, https, ftp
-- and gopher, and for a backslash at which a browser ends the authority, escapes of letters, digits and -._~ decoded, and the
-- digits of other escapes in capitals. Everything else is as it was found, "." and ".." in paths too.
CREATE TABLE urls (
    id       INTEGER PRIMARY KEY,
    url      TEXT    NOT NULL, -- unique, by the index urls_url
    scheme   TEXT    NOT NULL, -- in lower case
    host     TEXT,             -- that a browser asks for: in lower case and ASCII, unescaped, without the dot of the root, an IP
                               -- address in its usual form; of a mailto that of its address
    domain   TEXT,             -- the end of the host that somebody could register, by the Public Suffix List
    port     TEXT,
    path     TEXT,
    fragment TEXT,
    strict   INTEGER NOT NULL, -- whether RFC 1738 allows it as it stands
    parts    TEXT    NOT NULL, -- a JSON object, as in --json
    canonical     TEXT,        -- see above; NULL where it is the URL as it stands
    original      TEXT,        -- of a link that a mail filter or the like has rewritten, the URL that it was made of,
    original_host TEXT         -- and the host of that
);

-- Each place where a URL stands.
CREATE TABLE occurrences (
    id         INTEGER PRIMARY KEY,
    document   INTEGER NOT NULL REFERENCES documents (id),
    url        INTEGER NOT NULL REFERENCES urls (id),
    kind       TEXT    NOT NULL, -- wrapped, angle, prefixed, quoted, bare, attribute
    start      INTEGER NOT NULL,
    stop       INTEGER NOT NULL, -- the offset after its last byte
    line       INTEGER,
    col        INTEGER,
    part       TEXT,             -- the part of the message, such as 1.2
    header     TEXT,             -- the header field
    broken     INTEGER NOT NULL, -- whether it is broken over lines there
    deviations TEXT,             -- a JSON array, as in --json; NULL for a strict URL
    readings   TEXT,             -- a JSON array, as in --json, with "attested": true for those found unbroken elsewhere
    attested   INTEGER,          -- of what is broken or has readings: whether the URL itself is found unbroken elsewhere
    best       INTEGER REFERENCES urls (id), -- the first attested reading, if the URL itself is not attested; else NULL
    attachment TEXT,             -- the file attached to the message, and the path of what is packed in it
    element    TEXT,             -- the element of the HTML attribute,
    attribute  TEXT,             -- and the attribute
    text       TEXT,             -- what readers see of the link
    mismatch   INTEGER,          -- of what has a text: whether that names another site
    line_before TEXT,            -- what stands before it on its line, and after it on the line where it ends: decoded, at most 100
    line_after  TEXT,            -- bytes each, without control characters; NULL if there is nothing
    escaped     INTEGER,         -- 1 of what stands among escapes, as in --json; else NULL, and so are those that follow
    obfuscated  INTEGER,         -- 1 of what was made unclickable
    guessed     TEXT,            -- of what has no scheme: what was guessed, such as www,
    written     TEXT             -- and the text as it stands there
);

-- What looks like a URL but is invalid.
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
    error_offset INTEGER NOT NULL, -- in text, where it stops being a URL
    rule     TEXT    NOT NULL,
    section  TEXT    NOT NULL,
    message  TEXT    NOT NULL,
    attachment TEXT,
    element    TEXT,
    attribute  TEXT
);

-- What was passed over in messages, since it has no text, or none that can be read.
CREATE TABLE skipped (
    id         INTEGER PRIMARY KEY,
    source     INTEGER NOT NULL REFERENCES sources (id),
    member     TEXT,             -- where in an archive the message is
    number     INTEGER,          -- of the message in the source, from 1
    part       TEXT,             -- the part of the message, such as 1.2
    attachment TEXT,             -- the file attached to the message, and the path of what is packed in it
    start      INTEGER NOT NULL, -- where it begins
    type       TEXT,             -- its media type
    why        TEXT    NOT NULL  -- the reason, such as unknown type
);

-- Each run of urlsift index.
CREATE TABLE runs (
    id              INTEGER PRIMARY KEY,
    version         TEXT NOT NULL, -- of urlsift
    flags           TEXT NOT NULL, -- those that all runs on the database must have
    started         TEXT NOT NULL,
    ended           TEXT,          -- NULL while it runs, and if it was stopped
    -- Until it has ended, the rest is 0:
    sources_read    INTEGER NOT NULL,
    sources_skipped INTEGER NOT NULL, -- as they were when they were read before
    sources_failed  INTEGER NOT NULL, -- not read, or not to their end
    bytes           INTEGER NOT NULL, -- of what was read, unpacked
    messages        INTEGER NOT NULL,
    documents       INTEGER NOT NULL,
    occurrences     INTEGER NOT NULL,
    rejected        INTEGER NOT NULL,
    new_urls        INTEGER NOT NULL
);

-- The hosts that a checker found down, as index --hosts-down was told.
CREATE TABLE hosts_down (
    host    TEXT PRIMARY KEY, -- as in urls
    checked TEXT,             -- when, as the list says
    status  TEXT              -- what was wrong, as the list says
) WITHOUT ROWID;

-- What follows, with names that begin with "_", is urlsift's own.
--
-- What each occurrence that is broken or has readings may stand for: its URL, and those of its readings.
CREATE TABLE _claims (
    url        TEXT    NOT NULL,
    occurrence INTEGER NOT NULL,
    PRIMARY KEY (url, occurrence)
) WITHOUT ROWID;

-- URLs of which an occurrence was taken away since the last run that came to its end.
CREATE TABLE _loose (
    url INTEGER PRIMARY KEY
);

-- One row: the flags that all sources are read with, and up to which occurrence evidence has been weighed.
CREATE TABLE _settings (
    flags   TEXT    NOT NULL,
    weighed INTEGER NOT NULL
);

-- Only the database of a share, made by index --shard, has a table _shares (run, share): the share that each run has read, as JSON.

-- Full text: ... WHERE urls_fts MATCH 'gopher minnesota'. Their rowids are the ids of urls and documents. Datasette finds them by
-- content="...", written so.
CREATE VIRTUAL TABLE urls_fts USING fts5 (url, content="urls", content_rowid="id", columnsize=0);
CREATE VIRTUAL TABLE documents_fts USING fts5 (subject, content="documents", content_rowid="id", columnsize=0);

-- All that is known of each occurrence. best is the URL that evidence says was meant.
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

-- In the views that count, a broken URL counts as the best one. "documents" counts places, and "messages" each message once,
-- however many copies there are.
CREATE VIEW hosts_by_year AS
SELECT substr(d.date, 1, 4) AS year, u.host, count(*) AS occurrences, count(DISTINCT u.id) AS urls, count(DISTINCT d.identity) AS messages
FROM occurrences o
JOIN urls u ON (o.url = u.id AND o.best IS NULL) OR o.best = u.id
JOIN documents d ON d.id = o.document
WHERE d.date IS NOT NULL AND u.host IS NOT NULL
GROUP BY 1, 2;

CREATE VIEW schemes_by_month AS
SELECT substr(d.date, 1, 7) AS month, u.scheme, count(*) AS occurrences, count(DISTINCT u.id) AS urls, count(DISTINCT d.identity) AS messages
FROM occurrences o
JOIN urls u ON (o.url = u.id AND o.best IS NULL) OR o.best = u.id
JOIN documents d ON d.id = o.document
WHERE d.date IS NOT NULL
GROUP BY 1, 2;

-- A rewritten link is counted twice: as it was found, and for the URL that it was made of, where it is one of the rewritten.
-- It is written so that WHERE url = ... uses an index, and so do scheme, host and domain.
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

-- What was broken over lines or could be read in another way, with each other reading.
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

-- Messages by month and by year, with and without URLs, and how many URLs there are for each. Copies count each time in "messages".
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

-- Newsgroups and senders, by what was found in their messages.
CREATE VIEW by_newsgroup AS
SELECT n.newsgroup, count(*) AS occurrences, count(DISTINCT coalesce(o.best, o.url)) AS urls, count(DISTINCT d.identity) AS messages,
       min(d.date) AS first, max(d.date) AS last
FROM newsgroups n
JOIN documents d ON d.id = n.document
JOIN occurrences o ON o.document = n.document
GROUP BY 1;

CREATE VIEW by_sender AS
SELECT d.sender_address, max(d.sender_name) AS sender_name, count(*) AS occurrences, count(DISTINCT coalesce(o.best, o.url)) AS urls,
       count(DISTINCT d.identity) AS messages, min(d.date) AS first, max(d.date) AS last
FROM documents d
JOIN occurrences o ON o.document = d.id
WHERE d.sender_address IS NOT NULL
GROUP BY 1;

-- Domains, and canonical forms, of which several URLs may have the same.
CREATE VIEW by_domain AS
SELECT u.domain, count(DISTINCT u.host) AS hosts, count(DISTINCT u.id) AS urls, count(*) AS occurrences, count(DISTINCT d.identity) AS messages,
       min(d.date) AS first, max(d.date) AS last
FROM occurrences o
JOIN urls u ON (o.url = u.id AND o.best IS NULL) OR o.best = u.id
JOIN documents d ON d.id = o.document
WHERE u.domain IS NOT NULL
GROUP BY 1;

CREATE VIEW by_canonical AS
SELECT coalesce(u.canonical, u.url) AS canonical, count(DISTINCT u.id) AS urls, count(*) AS occurrences, count(DISTINCT d.identity) AS messages,
       min(d.date) AS first, max(d.date) AS last
FROM occurrences o
JOIN urls u ON (o.url = u.id AND o.best IS NULL) OR o.best = u.id
JOIN documents d ON d.id = o.document
GROUP BY 1;

-- Messages of which there are several copies, with the places of each.
CREATE VIEW copies AS
SELECT d.identity, d.message_id, d.date, d.subject, s.path AS file, d.member, d.number AS message, d.message_offset, d.id AS document
FROM documents d
JOIN sources s ON s.id = d.source
WHERE d.identity IN (SELECT identity FROM documents GROUP BY 1 HAVING count(*) > 1);

-- For each URL of the Web, its copies in the Wayback Machine near the time when it was first seen, or all if that is unknown.
CREATE VIEW wayback AS
SELECT s.url, s.first, 'https://web.archive.org/web/' || coalesce(replace(substr(s.first, 1, 10), '-', ''), '*') || '/' || s.url AS link,
       s.occurrences, s.messages, s.host, h.host IS NOT NULL AS down
FROM seen s
LEFT JOIN hosts_down h ON h.host = s.host
WHERE s.scheme IN ('http', 'https', 'ftp');

-- The URLs on hosts that are down.
CREATE VIEW dead AS
SELECT u.url, u.host, h.checked, h.status, count(*) AS occurrences, count(DISTINCT d.identity) AS messages, min(d.date) AS first, max(d.date) AS last,
       'https://web.archive.org/web/' || coalesce(replace(substr(min(d.date), 1, 10), '-', ''), '*') || '/' || u.url AS link
FROM hosts_down h
CROSS JOIN urls u ON u.host = h.host
CROSS JOIN occurrences o ON (o.url = u.id AND o.best IS NULL) OR o.best = u.id
CROSS JOIN documents d ON d.id = o.document
GROUP BY u.id;

-- What was not read, and why: parts of messages, and sources in trouble.
CREATE VIEW unread AS
SELECT s.path AS file, k.member, k.number AS message, k.part, k.attachment, k.start, k.type, k.why
FROM skipped k
JOIN sources s ON s.id = k.source
UNION ALL
SELECT path, NULL, NULL, NULL, NULL, NULL, format, coalesce(trouble, state)
FROM sources
WHERE state IN ('trouble', 'failed', 'reading');

CREATE VIEW skipped_by_type AS
SELECT type, why, count(*) AS parts, count(DISTINCT source) AS sources
FROM skipped
GROUP BY 1, 2;

-- The indexes are made at the end of the first run, since that is faster. Those of few rows, with WHERE, are made at its beginning.
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
