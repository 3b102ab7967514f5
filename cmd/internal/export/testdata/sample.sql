-- A database with what is awkward to export: formulas, quotes, line feeds, NULs, bytes that are not UTF-8, and characters that reorder text.
INSERT INTO runs (id, version, flags, started, ended, sources_read, sources_skipped, sources_failed, bytes, messages, documents, occurrences, rejected, new_urls) VALUES (1, 'v1', '', '2026-01-02T03:04:05Z', '2026-01-02T03:04:06Z', 2, 0, 0, 4000, 3, 3, 9, 0, 8);
INSERT INTO sources (id, path, size, mtime, fingerprint, state, trouble, format, read, messages, lines, run) VALUES
    (1, '/mail/list, "old".mbox', 4000, '2026-01-01T00:00:00Z', '', 'read', NULL, 'mbox', 4000, 3, 90, 1),
    (2, '/mail/=notes' || char(10) || '.txt', 10, '2026-01-01T00:00:00Z', '', 'read', NULL, 'text', 10, 0, 1, 1);
INSERT INTO documents (id, source, member, number, message_offset, message_id, date, subject, sender, sender_address, sender_name, newsgroups, identity) VALUES
    (1, 1, NULL, 1, 0, '<one@host.example>', '1995-03-01T12:00:00Z', '=HYPERLINK("http://evil.example/","x")', 'Ann <ann@host.example>', 'ann@host.example', 'Ann', 'comp.x,comp.y', 4611686018427387905),
    (2, 1, 'a/b.zip', 2, 900, '@two', '1996-07-01T00:00:00Z', 'a "quoted", subject' || char(10) || 'of two' || char(13, 9) || 'lines', '"Joe ' || char(8238) || 'eoJ" <joe@sub.host.example>', 'joe@sub.host.example', 'Joe ' || char(8238) || 'eoJ', NULL, 2),
    (3, 2, NULL, NULL, NULL, NULL, NULL, CAST(X'62616420FF20' AS TEXT) || char(0) || char(27) || '[2J', NULL, NULL, NULL, NULL, -3);
INSERT INTO urls (id, url, scheme, host, domain, port, path, fragment, strict, parts, canonical, original, original_host) VALUES
    (1, 'http://Host.example/a#top', 'http', 'host.example', 'host.example', NULL, 'a', 'top', 1, '{"scheme":"http","host":"Host.example","path":"a"}', 'http://host.example/a', NULL, NULL),
    (2, 'http://Host.example/a', 'http', 'host.example', 'host.example', NULL, 'a', NULL, 1, '{"scheme":"http","host":"Host.example","path":"a"}', 'http://host.example/a', NULL, NULL),
    (3, 'ftp://ftp.host.example/long-' || 'name', 'ftp', 'ftp.host.example', 'host.example', NULL, 'long-name', NULL, 1, '{"scheme":"ftp","host":"ftp.host.example","path":"long-name"}', NULL, NULL, NULL),
    (4, 'ftp://ftp.host.example/longname', 'ftp', 'ftp.host.example', 'host.example', NULL, 'longname', NULL, 1, '{"scheme":"ftp","host":"ftp.host.example","path":"longname"}', NULL, NULL, NULL),
    (5, 'https://safe.example/?url=http%3A%2F%2Fevil.example%2Fx', 'https', 'safe.example', 'safe.example', NULL, '', NULL, 0, '{"scheme":"https","host":"safe.example"}', NULL, 'http://evil.example/x', 'evil.example'),
    (6, 'mailto:joe@host.example', 'mailto', 'host.example', 'host.example', NULL, NULL, NULL, 1, '{"scheme":"mailto","addr":"joe@host.example"}', NULL, NULL, NULL),
    (7, 'http://bücher.example/a b"c''d\e|é?z=1&A=%zz', 'http', 'xn--bcher-kva.example', 'xn--bcher-kva.example', NULL, 'x', NULL, 0, '{"scheme":"http",' || char(10) || '"host":"bücher.example"}', NULL, NULL, NULL),
    (8, CAST(X'687474703A2F2F3139322E302E322E313A383038302FFF' AS TEXT) || char(8238) || 'x' || char(0) || char(10) || 'y', 'http', '192.0.2.1', '192.0.2.1', '8080', 'x', NULL, 0, '{}', NULL, NULL, NULL);
INSERT INTO occurrences (id, document, url, kind, start, stop, line, col, part, header, broken, deviations, readings, attested, best, attachment, element, attribute, text, mismatch, line_before, line_after) VALUES
    (1, 1, 2, 'bare', 100, 121, 3, 5, '1.2', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'see ', ', "now"'),
    (2, 1, 1, 'wrapped', 200, 225, 5, 1, NULL, 'Subject', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (3, 1, 4, 'wrapped', 300, 333, 9, 1, NULL, NULL, 1, NULL, '[{"url":"ftp://ftp.host.example/long-name","why":"hyphen","attested":true}]', 0, 3, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (4, 2, 3, 'bare', 1000, 1032, 12, 1, NULL, NULL, 0, NULL, NULL, NULL, NULL, 'a.pdf', NULL, NULL, NULL, NULL, '=1+', NULL),
    (5, 2, 5, 'attribute', 1100, 1150, 13, 1, '2', NULL, 0, '[{"kind":"search-without-path","offset":20,"rule":"httpurl","section":"3.3"}]', NULL, NULL, NULL, NULL, 'a', 'href', 'http://bank.example/' || char(10), 1, NULL, NULL),
    (6, 2, 6, 'bare', 1200, 1223, 14, 1, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (7, 2, 7, 'angle', 1300, 1340, 15, 1, NULL, NULL, 0, '[]', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (8, 3, 8, 'bare', 0, 20, NULL, NULL, NULL, NULL, 0, '[]', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (9, 3, 2, 'bare', 30, 51, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
