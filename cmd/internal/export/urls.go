package export

// writeURLs writes each URL once, in the order of first occurrence.
func writeURLs(e *exporter) error {
	return e.list("u", "", func(l *listed) error {
		e.n++
		e.w.WriteString(l.url)
		return e.w.WriteByte(e.end())
	})
}
