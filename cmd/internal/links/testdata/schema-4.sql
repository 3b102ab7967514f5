-- The database of urlsift index. README.md explains it to those who ask it questions; what stands here is kept stable: a
-- later version may add tables, columns and views, and takes nothing away.
--
-- A time is text in UTC, such as 1995-03-01T12:00:00Z. Offsets count bytes from 0, lines and columns from 1, as in --json.

-- What tells a database of urlsift from others, "urls" in ASCII, and the version of its schema: a newer one has a greater number.
PRAGMA application_id = 1970433139;
PRAGMA user_version = 4;

-- What was read: a file, by its absolute path, or the one below --root, with "/"; what is not UTF-8 in it is \xNN. (Until version
-- 2 it was the path as it was typed.) Archives are one source; what they hold is told by the member of its documents. Standard
-- input is called "-", or as --name says, and like a pipe has no time and no fingerprint.
--
-- The fingerprint is the CRC-32C of every byte up to "read", in hexadecimal. It tells a file that was only touched, and one
-- that only grew, from one that was changed, and is asked only where size or time differ. Of all bytes it is taken, since a
-- letter that was changed in the middle is seen by nothing less; it costs a small part of what finding the URLs does.
--
-- The state "reading" is that of a source that was not read to its end. "trouble" was, but part of it is damaged. "failed" could
-- not be read as the disk has it, for an error of the disk or a change at the same time: the next run reads it again. Since version 3.
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
    lines       INTEGER NOT NULL  -- how many line feeds
) STRICT;

-- A message in which something was found, or a text that is no message.
CREATE TABLE documents (
    id         INTEGER PRIMARY KEY,
    source     INTEGER NOT NULL REFERENCES sources (id),
    member     TEXT,    -- where in an archive it is
    number     INTEGER, -- of the message in the source, from 1
    offset     INTEGER, -- of the message in the source
    message_id TEXT,
    date       TEXT,
    subject    TEXT,
    sender     TEXT,
    newsgroups TEXT
) STRICT;

-- Each URL once, as it reads without line breaks.
CREATE TABLE urls (
    id       INTEGER PRIMARY KEY,
    url      TEXT    NOT NULL, -- unique, by the index urls_url
    scheme   TEXT    NOT NULL, -- in lower case
    host     TEXT,             -- in lower case, without the dot of the root; of a mailto that of its address
    port     TEXT,
    path     TEXT,
    fragment TEXT,
    strict   INTEGER NOT NULL, -- whether RFC 1738 allows it as it stands
    parts    TEXT    NOT NULL, -- a JSON object, as in --json
    -- since version 4:
    original      TEXT,        -- of a link that a mail filter or the like has rewritten, the URL that it was made of,
    original_host TEXT         -- and the host of that
) STRICT;

-- Each place where a URL stands.
CREATE TABLE occurrences (
    id         INTEGER PRIMARY KEY,
    document   INTEGER NOT NULL REFERENCES documents (id),
    url        INTEGER NOT NULL REFERENCES urls (id),
    kind       TEXT    NOT NULL, -- wrapped, angle, prefixed, quoted, bare, attribute
    start      INTEGER NOT NULL,
    "end"      INTEGER NOT NULL,
    line       INTEGER,
    "column"   INTEGER,
    part       TEXT,             -- the part of the message, such as 1.2
    header     TEXT,             -- the header field
    broken     INTEGER NOT NULL, -- whether it is broken over lines there
    deviations TEXT,             -- a JSON array, as in --json; NULL for a strict URL
    readings   TEXT,             -- a JSON array, as in --json, with "attested": true for those found unbroken elsewhere
    attested   INTEGER,          -- of what is broken or has readings: whether the URL itself is found unbroken elsewhere
    -- since version 2:
    attachment TEXT,             -- the file attached to the message, and the path of what is packed in it
    element    TEXT,             -- the element of the HTML attribute,
    attribute  TEXT,             -- and the attribute
    text       TEXT,             -- what readers see of the link
    mismatch   INTEGER           -- of what has a text: whether that names another site
) STRICT;

-- What looks like a URL and can be none.
CREATE TABLE rejected (
    id       INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES documents (id),
    text     TEXT    NOT NULL,
    kind     TEXT    NOT NULL,
    start    INTEGER NOT NULL,
    "end"    INTEGER NOT NULL,
    line     INTEGER,
    "column" INTEGER,
    part     TEXT,
    header   TEXT,
    "offset" INTEGER NOT NULL, -- in text, where it stops being a URL
    rule     TEXT    NOT NULL,
    section  TEXT    NOT NULL,
    message  TEXT    NOT NULL,
    -- since version 2:
    attachment TEXT,
    element    TEXT,
    attribute  TEXT
) STRICT;

-- What was passed over in messages, since it has no text, or none that can be read. Since version 2.
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
) STRICT;

-- What follows is urlsift's own.
--
-- What each occurrence that is broken or has readings may stand for: its URL, and those of its readings.
CREATE TABLE claims (
    url        TEXT    NOT NULL,
    occurrence INTEGER NOT NULL,
    PRIMARY KEY (url, occurrence)
) STRICT, WITHOUT ROWID;

-- URLs of which an occurrence was taken away since the last run that came to its end.
CREATE TABLE loose (
    url INTEGER PRIMARY KEY
) STRICT;

-- One row: the flags that all sources are read with, and up to which occurrence evidence has been weighed.
CREATE TABLE settings (
    flags   TEXT    NOT NULL,
    weighed INTEGER NOT NULL
) STRICT;

-- Full text: ... WHERE urls_fts MATCH 'gopher minnesota'. Their rowids are the ids of urls and documents.
CREATE VIRTUAL TABLE urls_fts USING fts5 (url, content = 'urls', content_rowid = 'id', columnsize = 0);
CREATE VIRTUAL TABLE documents_fts USING fts5 (subject, content = 'documents', content_rowid = 'id', columnsize = 0);

-- All that is known of each occurrence.
CREATE VIEW found AS
SELECT u.url, u.scheme, u.host, u.port, u.path, u.fragment, u.strict, u.parts, o.kind, o.broken, s.path AS file,
       CASE WHEN o.attachment IS NULL THEN d.member ELSE coalesce(d.member || '!', '') || o.attachment END AS member,
       d.number AS message, d."offset" AS message_offset, d.date, d.subject, d.sender, d.newsgroups, d.message_id, o.line, o."column",
       o.start, o."end", o.part, o.header, o.deviations, o.readings, o.attested, o.id AS occurrence, o.document,
       o.attachment, o.element, o.attribute, o.text, o.mismatch, u.original, u.original_host
FROM occurrences o
JOIN urls u ON u.id = o.url
JOIN documents d ON d.id = o.document
JOIN sources s ON s.id = d.source;

CREATE VIEW hosts_by_year AS
SELECT substr(d.date, 1, 4) AS year, u.host, count(*) AS occurrences, count(DISTINCT u.id) AS urls
FROM occurrences o
JOIN urls u ON u.id = o.url
JOIN documents d ON d.id = o.document
WHERE d.date IS NOT NULL AND u.host IS NOT NULL
GROUP BY 1, 2;

CREATE VIEW schemes_by_month AS
SELECT substr(d.date, 1, 7) AS month, u.scheme, count(*) AS occurrences, count(DISTINCT u.id) AS urls
FROM occurrences o
JOIN urls u ON u.id = o.url
JOIN documents d ON d.id = o.document
WHERE d.date IS NOT NULL
GROUP BY 1, 2;

-- A rewritten link is counted twice: as it was found, and for the URL that it was made of, where it is one of the rewritten.
CREATE VIEW seen AS
SELECT url, count(*) AS occurrences, count(DISTINCT document) AS documents, min(date) AS first, max(date) AS last, sum(rewritten) AS rewritten
FROM (
    SELECT u.url, o.document, d.date, 0 AS rewritten
    FROM urls u JOIN occurrences o ON o.url = u.id JOIN documents d ON d.id = o.document
    UNION ALL
    SELECT u.original, o.document, d.date, 1
    FROM urls u JOIN occurrences o ON o.url = u.id JOIN documents d ON d.id = o.document WHERE u.original IS NOT NULL
)
GROUP BY url;

-- What was broken over lines or could be read in another way, with each other reading.
CREATE VIEW broken AS
SELECT u.url, o.kind, r.value ->> 'why' AS why, r.value ->> 'url' AS reading, coalesce(r.value ->> 'attested', 0) AS attested,
       s.path AS file, d.member, d.number AS message, o.line, o.id AS occurrence, o.attested AS url_attested
FROM occurrences o
JOIN urls u ON u.id = o.url
JOIN documents d ON d.id = o.document
JOIN sources s ON s.id = d.source
LEFT JOIN json_each(o.readings) r
WHERE o.broken OR o.readings IS NOT NULL;

-- The indexes are made at the end of the first run, since that is faster.
CREATE INDEX documents_source ON documents (source);
CREATE INDEX documents_date ON documents (date);
CREATE INDEX documents_message_id ON documents (message_id);
CREATE UNIQUE INDEX urls_url ON urls (url);
CREATE INDEX urls_host ON urls (host);
CREATE INDEX urls_scheme ON urls (scheme);
CREATE INDEX urls_original ON urls (original) WHERE original IS NOT NULL;
CREATE INDEX urls_original_host ON urls (original_host) WHERE original_host IS NOT NULL;
CREATE INDEX occurrences_url ON occurrences (url, document);
CREATE INDEX occurrences_document ON occurrences (document);
CREATE INDEX occurrences_open ON occurrences (id) WHERE broken OR readings IS NOT NULL;
CREATE INDEX claims_occurrence ON claims (occurrence);
CREATE INDEX rejected_document ON rejected (document);
CREATE INDEX skipped_source ON skipped (source);
