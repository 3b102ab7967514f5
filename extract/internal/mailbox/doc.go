// Package mailbox recognizes mail and news by their lines: the separators of messages in
// a mailbox, the beginning of a header, dates, and the places where a mailbox can be
// divided. It does not read streams; package texts does.
package mailbox
